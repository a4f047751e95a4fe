"""The official Python client against `ctx mcp`: lists the tools and calls each of them.

    python mcp_client.py CTX '[["run", {"command": "echo hi"}, "hi"], …]'
"""

import asyncio
import json
import os
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def main(program, calls):
    server = StdioServerParameters(command=program, args=["mcp"], env=dict(os.environ))
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        listed = {tool.name for tool in (await session.list_tools()).tools}
        for name, arguments, expected in calls:
            result = await session.call_tool(name, arguments)
            text = "".join(block.text for block in result.content)
            failed = getattr(result, "is_error", None) or getattr(result, "isError", None)
            assert not failed and expected in text, f"{name}: {text}"
        refused = await session.call_tool("fetch", {"url": "http://127.0.0.1:9/"})
        assert "belongs to this machine" in refused.content[0].text, refused
        left = listed - {name for name, _, _ in calls} - {"fetch"}
        assert not left, f"not called: {left}"
        print(f"listed and called {len(listed)} tools")


asyncio.run(main(sys.argv[1], json.loads(sys.argv[2])))
