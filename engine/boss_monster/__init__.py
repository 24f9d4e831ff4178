"""Boss Monster. Rule numbers (BM-...) and question numbers (Q-...) are those of the rules file."""
