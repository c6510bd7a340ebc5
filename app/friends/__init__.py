"""Friends: who is whose friend, who asks to be, and what each account lets others do."""
