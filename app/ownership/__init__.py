"""Ownership: of the processes that share a bus, one owns a match and takes its commands.

=====================  =====================================================================
forwarding_pipeline    takes a command here, or has the owner take it
ownership              which process owns a match
forwarding             the sending side: requests, replies, owners that fall silent
forwarded              the receiving side: commands that other processes send to this one
=====================  =====================================================================

An optimisation: without `ForwardingPipeline` each process takes the commands that reach it, and
reads what the others have written.
"""
