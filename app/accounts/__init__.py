"""Who you are: guests, bots, sessions, tokens, tickets."""
