// ctx for OpenCode, written by `ctx init`; `ctx init opencode --uninstall` removes it.
// Each hook hands ctx what OpenCode says and applies what ctx answers. Without an answer nothing changes.
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"

// Where OpenCode's shells come through ctx: bash reads BASH_ENV first, zsh the folder ZDOTDIR.
const { CTX_HOME, XDG_DATA_HOME, HOME = homedir(), SHELL = "" } = process.env
const folder = join(CTX_HOME || (XDG_DATA_HOME ? join(XDG_DATA_HOME, "ctx") : join(HOME, ".local/share/ctx")), "shell")

const ask = (event, payload) =>
  new Promise((resolve) => {
    const child = spawn("ctx", ["hook", "opencode", event], {
      cwd: payload.directory,
      stdio: ["pipe", "pipe", "ignore"],
      timeout: 10000,
    })
    let text = ""
    child.on("error", () => resolve({}))
    child.stdin.on("error", () => {})
    child.stdout.on("data", (part) => (text += part))
    child.on("close", () => {
      try {
        resolve(JSON.parse(text) ?? {})
      } catch {
        resolve({})
      }
    })
    child.stdin.end(JSON.stringify({ event, ...payload }))
  })

// One process folds the conversations of this OpenCode: a request a line in, its folds a line out. It ends with OpenCode.
let folder_process
const folder_of = (cwd) => {
  if (folder_process) return folder_process
  const child = spawn("ctx", ["fold", "--requests"], { cwd, stdio: ["pipe", "pipe", "ignore"] })
  const waiting = []
  let text = ""
  const end = () => {
    if (folder_process?.child === child) folder_process = undefined
    for (const answer of waiting.splice(0)) answer([])
  }
  child.on("error", end)
  child.on("close", end)
  child.stdin.on("error", () => {})
  child.stdout.on("data", (part) => {
    text += part
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n")) {
      const line = text.slice(0, at)
      text = text.slice(at + 1)
      try {
        waiting.shift()?.(JSON.parse(line))
      } catch {
        end()
      }
    }
  })
  for (const part of [child, child.stdin, child.stdout]) part.unref?.()
  return (folder_process = { child, waiting })
}
const folds_of = (request, cwd) =>
  new Promise((resolve) => {
    const { child, waiting } = folder_of(cwd)
    const late = setTimeout(() => child.kill(), 20000)
    waiting.push((folds) => (clearTimeout(late), resolve(Array.isArray(folds) ? folds : [])))
    child.stdin.write(JSON.stringify(request) + "\n")
  })

// The conversation as a chat request, and where each call stands in it.
const as_chat = (messages) => {
  const chat = []
  const places = new Map()
  for (const { info, parts } of messages) {
    const content = parts.filter((part) => part.type === "text" && !part.ignored).map((part) => part.text).join("\n")
    const tools = parts.filter((part) => part.type === "tool")
    // More than the usual fields keep an input as it is: a provider may have signed it.
    const signed = ({ metadata }) => (metadata && Object.keys(metadata).length ? { signed: true } : {})
    const tool_calls = tools.map((part) => {
      const input = { name: part.tool, arguments: JSON.stringify(part.state.input ?? {}) }
      return { id: part.callID, type: "function", function: input, ...signed(part) }
    })
    chat.push({ role: info.role, content, ...(tool_calls.length ? { tool_calls } : {}) })
    for (const part of tools) {
      const { status, output, error, time } = part.state
      // OpenCode clears old results itself: ctx may still have their bytes.
      const text = time?.compacted ? "[Old tool result content cleared]" : (output ?? error ?? "")
      chat.push({ role: "tool", tool_call_id: part.callID, content: text })
      const is_whole = status === "completed"
      if (!places.has(part.callID)) places.set(part.callID, is_whole ? { parts, at: parts.indexOf(part) } : undefined)
    }
  }
  return { request: { messages: chat }, places }
}

export const CtxPlugin = async ({ directory }) => {
  const parents = new Map()
  const briefs = new Map()
  const about = ({ sessionID, callID, tool }) => ({ directory, sessionID, callID, tool, parentID: parents.get(sessionID) })
  return {
    "shell.env": async (input, output) => {
      if (!existsSync(join(folder, "bash-env.sh"))) return
      const env = output.env
      if (process.env.BASH_ENV) env.CTX_BASH_ENV = process.env.BASH_ENV
      env.BASH_ENV = join(folder, "bash-env.sh")
      if (SHELL.endsWith("zsh")) {
        if (process.env.ZDOTDIR) env.CTX_ZDOTDIR = process.env.ZDOTDIR
        env.ZDOTDIR = join(folder, "zsh-env")
      }
      if (input.sessionID) env.CTX_SESSION = input.sessionID
      if (input.callID) env.CTX_CALL = input.callID
    },
    "tool.execute.after": async (input, output) => {
      // What an MCP server answered comes as its blocks, anything else as a text.
      const blocks = Array.isArray(output.content) ? output.content : undefined
      const { output: text = blocks, metadata } = output
      const answer = await ask("tool-execute-after", { ...about(input), args: input.args, output: text, exit: metadata?.exit })
      if (typeof answer.output !== "string") return
      if (typeof output.output === "string") output.output = answer.output
      else if (blocks) output.content = [{ type: "text", text: answer.output }, ...blocks.filter((block) => block.type !== "text")]
    },
    // What is known of the project, in every request of a conversation that began here and the same each time.
    "experimental.chat.system.transform": async ({ sessionID }, { system }) => {
      const brief = await briefs.get(sessionID)
      if (brief?.context) system.push(brief.context)
    },
    // Old results and inputs become stubs in the request; what OpenCode keeps of the conversation stays whole.
    "experimental.chat.messages.transform": async (_, { messages }) => {
      if (!process.env.CTX_FOLD || !Array.isArray(messages)) return
      const { request, places } = as_chat(messages)
      for (const { id, part, text } of await folds_of(request, directory)) {
        const place = places.get(id)
        if (!place || typeof text !== "string") continue
        const whole = place.parts[place.at]
        try {
          const time = { ...whole.state.time, compacted: undefined }
          const half = part === "input" ? { input: JSON.parse(text) } : { output: text, time }
          place.parts[place.at] = { ...whole, state: { ...whole.state, ...half } }
        } catch {
          // An input that is no object stays as it was.
        }
      }
    },
    "experimental.session.compacting": async (input, output) => {
      const answer = await ask("session-compacting", about(input))
      if (typeof answer.context === "string") output.context?.push(answer.context)
    },
    "chat.message": async (input, output) => {
      const texts = (output.parts ?? []).filter((part) => part.type === "text" && !part.synthetic)
      const prompt = texts.map((part) => part.text).join("\n")
      if (prompt) await ask("chat-message", { ...about(input), prompt })
    },
    event: async ({ event }) => {
      const { info, sessionID = info?.id } = event.properties ?? {}
      if (event.type === "session.created") {
        if (info?.parentID) parents.set(sessionID, info.parentID)
        else briefs.set(sessionID, ask("session-start", { ...about({ sessionID }), source: "startup" }))
      }
      if (event.type === "session.idle") await ask("session-idle", about({ sessionID }))
      if (event.type === "session.deleted") await ask("session-end", about({ sessionID }))
    },
  }
}
