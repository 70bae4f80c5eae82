"""A session of an editor with `horn lsp`: the client is pygls. Prints its log; ends with an error if something differs.

The environment variable HORN names the program.
"""

import asyncio
import os
import pathlib
import tempfile

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

HORN = os.environ.get("HORN", "horn")
TEXT = """\
%! grandparent(?X, ?Z) is nondet.
%
%  `X` is a parent of a parent of `Z` 😀.
grandparent(X, Z) :- /* 😀 */ parent(X, Y), parnet(Y, Z), Unused = 1.

parent(ann, bob).
parent(bob, cleo).

?- parent(ann, X).
   X = cleo.
"""


def log(what, result):
    print(f"-> {what}\n   {result}")


async def session():
    arrived = asyncio.Queue()
    client = LanguageClient("session", "1")

    @client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def published(params):
        arrived.put_nowait(params)

    @client.feature(lsp.WINDOW_SHOW_MESSAGE)
    def shown(params):
        log("window/showMessage", repr(params.message))

    await client.start_io(HORN, "lsp")
    answer = await client.initialize_async(
        lsp.InitializeParams(capabilities=lsp.ClientCapabilities(), process_id=os.getpid())
    )
    assert answer.capabilities.rename_provider
    client.initialized(lsp.InitializedParams())
    with tempfile.TemporaryDirectory() as folder:
        await in_folder(client, arrived, pathlib.Path(folder).resolve())
    await client.shutdown_async(None)
    client.exit(None)
    await asyncio.wait_for(client._server.wait(), 10)
    assert client._server.returncode == 0
    print("end, exit status 0")


async def diagnostics(arrived, version):
    while True:
        params = await asyncio.wait_for(arrived.get(), 60)
        if params.version == version:
            shown = [(d.range.start.line, d.range.start.character, d.code, d.message.split("\n")[0])
                     for d in params.diagnostics]
            log(f"diagnostics of version {version}", "\n   ".join(map(str, shown)) or "none")
            return params.diagnostics


def apply(text, edit):
    """The text after the changes of a workspace edit: all lines are ASCII where it is used, but for UTF-16 columns."""
    lines = text.split("\n")
    changes = edit.document_changes[0].edits
    for e in sorted(changes, key=lambda e: (e.range.start.line, e.range.start.character), reverse=True):
        first, last = e.range.start, e.range.end
        units = [line.encode("utf-16-le") for line in lines]
        start = units[first.line][: 2 * first.character].decode("utf-16-le")
        rest = (units[last.line] if last.line < len(units) else b"")[2 * last.character:].decode("utf-16-le")
        lines[first.line: last.line + 1] = (start + e.new_text + rest).split("\n")
    return "\n".join(lines)


async def in_folder(client, arrived, folder):
    uri = (folder / "family.pl").as_uri()
    name = lsp.TextDocumentIdentifier(uri=uri)
    document = lsp.TextDocumentItem(uri=uri, language_id="prolog", version=1, text=TEXT)
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(text_document=document))
    found = await diagnostics(arrived, 1)
    assert {d.code for d in found} == {"undefined", "singleton"}, found

    whole = lsp.Range(start=lsp.Position(line=0, character=0), end=lsp.Position(line=99, character=0))
    actions = await client.text_document_code_action_async(
        lsp.CodeActionParams(text_document=name, range=whole, context=lsp.CodeActionContext(diagnostics=found))
    )
    log("code actions", [a.title for a in actions])
    text = TEXT
    for title in ("Replace by parent", "Mark as used once: _Unused"):
        text = apply(text, next(a for a in actions if a.title == title).edit)
        # The places of the others stay: each is on its own part of the line, from right to left.
        assert title != "Replace by parent" or "parent(Y, Z)" in text
        actions = await changed(client, arrived, name, text, actions)

    def place(line, character):
        return lsp.TextDocumentPositionParams(
            text_document=name, position=lsp.Position(line=line, character=character))

    at = place(3, 31)
    hover = await client.text_document_hover_async(lsp.HoverParams(name, place(3, 2).position))
    log("hover", repr(hover.contents.value))
    assert "😀" in hover.contents.value
    hover = await client.text_document_hover_async(lsp.HoverParams(name, at.position))
    definition = await client.text_document_definition_async(lsp.DefinitionParams(name, at.position))
    log("definition", definition[0].range)
    assert definition[0].range.start.line == 5
    references = await client.text_document_references_async(
        lsp.ReferenceParams(context=lsp.ReferenceContext(True), text_document=name, position=at.position))
    log("references", [str(r.range) for r in references])
    assert len(references) == 5
    renamed = await client.text_document_rename_async(
        lsp.RenameParams(new_name="mother", text_document=name, position=at.position))
    log("rename", len(renamed.document_changes[0].edits))
    assert "/* 😀 */ mother(X, Y), mother(Y, Z)" in apply(text, renamed)
    symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(name))
    log("symbols", [s.name for s in symbols])
    tokens = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(name))
    log("semantic tokens", len(tokens.data) // 5)
    folds = await client.text_document_folding_range_async(lsp.FoldingRangeParams(name))
    log("folds", [(f.start_line, f.end_line) for f in folds])
    lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(name))
    log("lenses", [x.command.title for x in lenses])
    ran = await client.workspace_execute_command_async(
        lsp.ExecuteCommandParams(command=lenses[0].command.command, arguments=lenses[0].command.arguments))
    log("run query", ran)
    failed = await diagnostics(arrived, 3)
    actions = await client.text_document_code_action_async(
        lsp.CodeActionParams(text_document=name, range=whole, context=lsp.CodeActionContext(diagnostics=failed)))
    text = apply(text, next(a for a in actions if a.title == "Put the actual answers in place").edit)
    assert text.endswith("   X = bob.\n"), text
    await half_typed(client, name, text)
    await looping(client, arrived, name)


async def changed(client, arrived, name, text, actions):
    """Sends a new text; returns its code actions."""
    version = client.sent = getattr(client, "sent", 1) + 1
    client.text_document_did_change(lsp.DidChangeTextDocumentParams(
        text_document=lsp.VersionedTextDocumentIdentifier(version=version, uri=name.uri),
        content_changes=[lsp.TextDocumentContentChangeWholeDocument(text=text)]))
    found = await diagnostics(arrived, version)
    whole = lsp.Range(start=lsp.Position(line=0, character=0), end=lsp.Position(line=99, character=0))
    return await client.text_document_code_action_async(
        lsp.CodeActionParams(text_document=name, range=whole, context=lsp.CodeActionContext(diagnostics=found)))


async def half_typed(client, name, text):
    lines = text.count("\n")
    client.sent += 1
    end = lsp.Position(line=lines, character=0)
    client.text_document_did_change(lsp.DidChangeTextDocumentParams(
        text_document=lsp.VersionedTextDocumentIdentifier(version=client.sent, uri=name.uri),
        content_changes=[lsp.TextDocumentContentChangePartial(
            range=lsp.Range(start=end, end=end), text="q(X) :- grandp")]))
    found = await client.text_document_completion_async(
        lsp.CompletionParams(text_document=name, position=lsp.Position(line=lines, character=14)))
    log("completion", [i.label for i in found.items])
    assert [i.label for i in found.items] == ["grandparent/2"]


async def looping(client, arrived, name):
    client.sent += 1
    client.text_document_did_change(lsp.DidChangeTextDocumentParams(
        text_document=lsp.VersionedTextDocumentIdentifier(version=client.sent, uri=name.uri),
        content_changes=[lsp.TextDocumentContentChangeWholeDocument(
            text=":- if((repeat, fail)).\n:- endif.\np(1).\n")]))
    found = await diagnostics(arrived, client.sent)
    assert any("loading it ended" in d.message for d in found)


asyncio.run(asyncio.wait_for(session(), 120))
