"""The words of the cards of Boss Monster: what may stand in an ability (rules section 7)."""
