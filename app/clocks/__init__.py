"""Clocks: the time controls on offer, the state of a match's clocks, and the service clock.

config                   the time control of a match as it runs
state                    the times of one match, as stored
timekeeping              starts and stops the clocks of seats
kinds · timeouts         what each kind of clock does then; what happens when time is up
service_time · models    a clock that stands still while no process serves
system_clock             the machine's own clocks
"""
