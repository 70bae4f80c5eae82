// Horn in VS Code: hands texts to `horn lsp`, and shows its answers.
'use strict';

const vscode = require('vscode');
const { Client } = require('./client');

const LANGUAGE = 'prolog';
let client;
let diagnostics;
let legend;
let subscriptions = [];

const position = (p) => new vscode.Position(p.line, p.character);
const range = (r) => new vscode.Range(position(r.start), position(r.end));
const plainPosition = (p) => ({ line: p.line, character: p.character });
const plainRange = (r) => ({ start: plainPosition(r.start), end: plainPosition(r.end) });
const location = (l) => new vscode.Location(vscode.Uri.parse(l.uri), range(l.range));
const name = (document) => ({ uri: document.uri.toString() });
const isProlog = (document) => document.languageId === LANGUAGE;

function diagnostic(d) {
    // The numbers of the protocol begin at 1, those of the editor at 0.
    const shown = new vscode.Diagnostic(range(d.range), d.message, d.severity - 1);
    shown.source = d.source;
    shown.code = d.code;
    shown.tags = d.tags;
    shown.relatedInformation = (d.relatedInformation || []).map(
        (i) => new vscode.DiagnosticRelatedInformation(location(i.location), i.message),
    );
    return shown;
}

function edit(change) {
    const all = new vscode.WorkspaceEdit();
    for (const { textDocument, edits } of change.documentChanges) {
        const uri = vscode.Uri.parse(textDocument.uri);
        for (const e of edits) all.replace(uri, range(e.range), e.newText);
    }
    return all;
}

function markdown(text) {
    const shown = new vscode.MarkdownString(text);
    shown.isTrusted = false;
    return shown;
}

/** A request about a place; `show` makes its result, if there is one, what the editor takes. */
function atPlace(method, show, more = () => ({})) {
    return async (document, place, ...rest) => {
        const token = rest.find((r) => r && r.onCancellationRequested);
        const params = { textDocument: name(document), position: plainPosition(place), ...more(...rest) };
        const result = await client.request(`textDocument/${method}`, params, token);
        return result === null ? undefined : show(result);
    };
}

/** A request about a whole text. */
function ofText(method, show) {
    return async (document, token) => {
        const params = { textDocument: name(document) };
        const result = await client.request(`textDocument/${method}`, params, token);
        return result === null ? undefined : show(result);
    };
}

function completionItem(i) {
    const item = new vscode.CompletionItem(i.label, i.kind - 1);
    item.insertText = i.textEdit.newText;
    item.filterText = i.filterText;
    item.range = range(i.textEdit.range);
    item.source = i;
    return item;
}

async function resolveItem(item) {
    const found = await client.request('completionItem/resolve', item.source);
    if (found.documentation) item.documentation = markdown(found.documentation.value);
    return item;
}

function signatureHelp(found) {
    const help = new vscode.SignatureHelp();
    help.activeSignature = found.activeSignature;
    help.activeParameter = found.activeParameter;
    help.signatures = found.signatures.map((s) => {
        const shown = new vscode.SignatureInformation(s.label, s.documentation);
        shown.parameters = s.parameters.map((p) => new vscode.ParameterInformation(p.label));
        return shown;
    });
    return help;
}

function symbol(s) {
    return new vscode.DocumentSymbol(s.name, s.detail, s.kind - 1, range(s.range), range(s.selectionRange));
}

function codeAction(a) {
    const action = new vscode.CodeAction(a.title, vscode.CodeActionKind.QuickFix);
    action.diagnostics = a.diagnostics.map(diagnostic);
    action.isPreferred = a.isPreferred;
    action.edit = edit(a.edit);
    return action;
}

async function codeActions(document, where, context, token) {
    const params = { textDocument: name(document), range: plainRange(where), context: { diagnostics: [] } };
    return (await client.request('textDocument/codeAction', params, token)).map(codeAction);
}

function lens(l) {
    const [uri, line] = l.command.arguments;
    const command = { title: l.command.title, command: 'horn.execute', arguments: [l.command.command, uri, line] };
    return new vscode.CodeLens(range(l.range), command);
}

function providers() {
    const l = vscode.languages;
    const on = { language: LANGUAGE };
    const completion = atPlace('completion', (r) => new vscode.CompletionList(r.items.map(completionItem), r.isIncomplete));
    const references = atPlace('references', (r) => r.map(location), (context) => ({
        context: { includeDeclaration: context.includeDeclaration },
    }));
    const prepareRename = async (document, place, token) => {
        const found = await atPlace('prepareRename', range)(document, place, token);
        if (!found) throw new Error('there is no predicate or variable here');
        return found;
    };
    return [
        l.registerHoverProvider(on, {
            provideHover: atPlace('hover', (r) => new vscode.Hover(markdown(r.contents.value), range(r.range))),
        }),
        l.registerCompletionItemProvider(
            on, { provideCompletionItems: completion, resolveCompletionItem: resolveItem }, '(', '$', '/'),
        l.registerSignatureHelpProvider(on, { provideSignatureHelp: atPlace('signatureHelp', signatureHelp) }, '(', ','),
        l.registerDefinitionProvider(on, { provideDefinition: atPlace('definition', (r) => r.map(location)) }),
        l.registerReferenceProvider(on, { provideReferences: references }),
        l.registerDocumentHighlightProvider(on, {
            provideDocumentHighlights: atPlace('documentHighlight', (r) =>
                r.map((h) => new vscode.DocumentHighlight(range(h.range)))),
        }),
        l.registerRenameProvider(on, {
            prepareRename,
            provideRenameEdits: atPlace('rename', edit, (newName) => ({ newName })),
        }),
        l.registerDocumentSymbolProvider(on, { provideDocumentSymbols: ofText('documentSymbol', (r) => r.map(symbol)) }),
        l.registerFoldingRangeProvider(on, {
            provideFoldingRanges: (document, _, token) =>
                ofText('foldingRange', (r) => r.map((f) => new vscode.FoldingRange(f.startLine, f.endLine)))(document, token),
        }),
        l.registerCodeActionsProvider(on, { provideCodeActions: codeActions }),
        l.registerCodeLensProvider(on, { provideCodeLenses: ofText('codeLens', (r) => r.map(lens)) }),
        l.registerDocumentSemanticTokensProvider(on, {
            provideDocumentSemanticTokens: ofText(
                'semanticTokens/full', (r) => new vscode.SemanticTokens(new Uint32Array(r.data))),
        }, new vscode.SemanticTokensLegend(legend.tokenTypes, legend.tokenModifiers)),
    ];
}

function opened(document) {
    if (!isProlog(document)) return;
    const { languageId, version } = document;
    const text = document.getText();
    client.notify('textDocument/didOpen', { textDocument: { ...name(document), languageId, version, text } });
}

function changed({ document, contentChanges }) {
    if (!isProlog(document) || contentChanges.length === 0) return;
    client.notify('textDocument/didChange', {
        textDocument: { ...name(document), version: document.version },
        contentChanges: contentChanges.map((c) => ({ range: plainRange(c.range), text: c.text })),
    });
}

function closed(document) {
    if (isProlog(document)) client.notify('textDocument/didClose', { textDocument: name(document) });
}

function notified(method, params) {
    if (method === 'textDocument/publishDiagnostics') {
        diagnostics.set(vscode.Uri.parse(params.uri), params.diagnostics.map(diagnostic));
    } else if (method === 'window/showMessage') {
        const show = [, 'showErrorMessage', 'showWarningMessage', 'showInformationMessage'][params.type];
        vscode.window[show || 'showInformationMessage'](params.message);
    }
}

const program = () => vscode.workspace.getConfiguration('horn').get('path') || 'horn';

async function start() {
    const folders = vscode.workspace.workspaceFolders;
    const mine = new Client(program(), ['lsp'], notified, (reason) => {
        if (mine === client) vscode.window.showErrorMessage(`Horn: ${reason}`);
    });
    client = mine;
    const { capabilities } = await client.initialize(folders ? folders[0].uri.toString() : null);
    legend = capabilities.semanticTokensProvider.legend;
    subscriptions = [
        vscode.workspace.onDidOpenTextDocument(opened),
        vscode.workspace.onDidChangeTextDocument(changed),
        vscode.workspace.onDidCloseTextDocument(closed),
        ...providers(),
    ];
    vscode.workspace.textDocuments.forEach(opened);
}

async function stop() {
    subscriptions.forEach((s) => s.dispose());
    subscriptions = [];
    diagnostics.clear();
    const ended = client;
    client = undefined;
    if (ended) await ended.stop();
}

/** Runs a command of the server; its result is also shown by the server's own message. */
async function execute(command, uri, line) {
    try {
        return await client.request('workspace/executeCommand', { command, arguments: [uri, line] });
    } catch (e) {
        // The server has shown the reason.
        return undefined;
    }
}

/** The line, from 1, of the query at or above the cursor. */
async function runQueryHere() {
    const editor = vscode.window.activeTextEditor;
    if (!editor || !isProlog(editor.document)) return undefined;
    const lenses = await client.request('textDocument/codeLens', { textDocument: name(editor.document) });
    const lines = lenses.map((l) => l.command.arguments[1]).filter((line) => line !== undefined);
    const here = lines.filter((line) => line <= editor.selection.active.line + 1).pop();
    if (here === undefined) {
        vscode.window.showInformationMessage('Horn: there is no query ?- … at the cursor or above it');
        return undefined;
    }
    return execute('horn.runQuery', editor.document.uri.toString(), here);
}

function runAllQueries() {
    const editor = vscode.window.activeTextEditor;
    return editor && execute('horn.runQueries', editor.document.uri.toString());
}

function openTopLevel() {
    const editor = vscode.window.activeTextEditor;
    const files = editor && isProlog(editor.document) ? [editor.document.uri.fsPath] : [];
    const terminal = vscode.window.createTerminal({ name: 'Horn', shellPath: program(), shellArgs: files });
    terminal.show();
}

async function activate(context) {
    diagnostics = vscode.languages.createDiagnosticCollection('horn');
    const command = (id, run) => vscode.commands.registerCommand(id, run);
    context.subscriptions.push(
        diagnostics,
        command('horn.runQueryHere', runQueryHere),
        command('horn.runAllQueries', runAllQueries),
        command('horn.openTopLevel', openTopLevel),
        command('horn.execute', execute),
        command('horn.restartServer', async () => {
            await stop();
            await start();
        }),
    );
    try {
        await start();
    } catch (e) {
        vscode.window.showErrorMessage(`Horn: ${e.message}. The setting horn.path names the program.`);
    }
}

module.exports = { activate, deactivate: stop };
