"""The server: an authoritative table for every registered game.

A package imports only what stands below it (`make check` holds that).

=================================  ================================================================
cli · main · api                   command line, application, every route
authoring                          new games from a template
process · container                life of a process, what one process has
backups · operator                 a whole database in a file; what `conclave admin` does
personal_data                      deletion, export and retention of what is stored about people
analysis                           what the moves of a finished match cost
realtime · scheduler · bots        open connections, timed actions, built-in opponents
matchmaking                        pools in which opponents are found
lobby · offers · admin             matches before they start, consent, the staff
ratings · history                  results; replay, log, export
forfeits · chat · friends          time-outs, substitutes; table talk; friends and privacy
notifications · mail               events for an account; mail to its owner
ownership                          which process takes a match's commands
matches                            a match: one way in, commits, projections, who sees what
accounts · clocks · games          who plays, by which clock, which game
sign_in · instance                 OpenID Connect; the server's name, pages and notices
rate_limits · idempotency · bus    limits, repeated requests, messages between processes
http · server · tuning             HTTP, the process, its optional speed
wire · infra                       what travels, and what all stand on
=================================  ================================================================
"""
