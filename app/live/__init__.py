"""What is pushed: frames, the bus between processes, sockets and streams, presence.

============  ===================================================================
frames        JSON patches, hashes, messages of the bus
bus           how processes hear of one another; redis_bus does it over one Redis, sharded_bus
              over several
switchboard   which part of this process hears which channels
hub           which of this process's listeners hear what
listener      one socket or stream: its bounded queue
socket        the websocket
stream        newline-delimited JSON over HTTP
followers     streams that follow an account; account_stream makes their lines
presence      who is here
============  ===================================================================
"""
