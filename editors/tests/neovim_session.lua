-- A session of Neovim with `horn lsp`: messages, definition, help and a new name, in a text that it has opened. Run by
-- nvim --headless -u NONE FILE -c 'luafile editors/tests/neovim_session.lua', with the program in $HORN.

local buffer = vim.api.nvim_get_current_buf()

local function check(what, holds)
  if not holds then
    io.stderr:write("neovim: " .. what .. "\n")
    vim.cmd("cquit 1")
  end
end

local config = { name = "horn", cmd = { os.getenv("HORN"), "lsp" }, root_dir = vim.fn.getcwd() }
if vim.lsp.start then
  vim.lsp.start(config)
else
  -- Before 0.8.
  vim.lsp.buf_attach_client(buffer, vim.lsp.start_client(config))
end

local function eventually(holds)
  return vim.wait(30000, holds, 50)
end

check("no message", eventually(function() return #vim.diagnostic.get(buffer) > 0 end))
local message = vim.diagnostic.get(buffer)[1]
check("the message is another one", message.lnum == 1 and message.message:find("parnet/2 is called", 1, true))

local function ask(method)
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(buffer) },
    position = { line = 1, character = 16 },
  }
  for _, answer in pairs(vim.lsp.buf_request_sync(buffer, method, params, 30000) or {}) do
    return answer.result
  end
end

check("no definition", ask("textDocument/definition")[1].range.start.line == 0)
check("no help", ask("textDocument/hover").contents.value:find("parent(ann, bob)", 1, true))

vim.fn.cursor(1, 1)
vim.lsp.buf.rename("child")
check("no new name", eventually(function()
  return vim.fn.getline(1):find("^child") and vim.fn.getline(2):find("child(X, Y)", 1, true)
end))
print("neovim: messages, definition, help and a new name are there")
vim.cmd("qa!")
