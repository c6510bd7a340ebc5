"""Sign-in with OpenID Connect: the protocol's side of it; accounts are the business of others."""
