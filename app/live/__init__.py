"""What is pushed: frames, the bus between processes, sockets and streams, presence.

============  ===================================================================
frames        JSON patches, hashes, messages of the bus
bus           how processes hear of one another; memory_bus and redis_bus do it
switchboard   which part of this process hears which channels
hub           which of this process's listeners hear what
listener      one socket or stream: its bounded queue
socket        the websocket
stream        newline-delimited JSON over HTTP
followers     streams that follow an account; account_stream makes their lines
presence      who is here
============  ===================================================================
"""
