"""Clocks: the time controls on offer, the state of a match's clocks, and the service clock.

config                   the clocks that a match's creator may choose
state                    the times of one match, as stored
timekeeping · kinds      starts and stops the clocks of seats; what each kind of clock does then
service_time · models    a clock that stands still while no process serves
system_clock             the machine's own clocks
"""
