"""What is pushed: frames, the bus between processes, sockets and streams, presence.

============  ===================================================================
frames        JSON patches, hashes, messages of the bus
bus           how processes hear of one another; memory_bus and redis_bus do it
hub           which of this process's listeners hear what
listener      one socket or stream: its bounded queue
socket        the websocket
stream        newline-delimited JSON over HTTP
presence      who is here
============  ===================================================================
"""
