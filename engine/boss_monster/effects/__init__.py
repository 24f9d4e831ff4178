"""How the words of the cards are carried out."""
