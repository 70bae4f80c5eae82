// Runs the VS Code extension on an editor that is made up here, and `horn lsp`, which the variable HORN names.
'use strict';

const assert = require('assert');
const Module = require('module');
const path = require('path');

class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
class Range {
    constructor(a, b, c, d) {
        this.start = a instanceof Position ? a : new Position(a, b);
        this.end = a instanceof Position ? b : new Position(c, d);
    }
}
class Named { constructor(...given) { this.given = given; } }
const event = () => ({ dispose() {} });
const providers = {};
const commands = {};
const shown = [];
const published = new Map();
const register = (kind) => (_, provider) => { providers[kind] = provider; return event(); };
const show = (message) => { shown.push(message); };
let change;

const text = '% 😀\np(X) :- lenght(X, Y), write("😀"), q(Y).\nq(_).\n?- q(1).\n   true.\n';
const document = {
    languageId: 'prolog', version: 1, getText: () => text,
    uri: { toString: () => 'file:///nowhere/t.pl', fsPath: '/nowhere/t.pl' },
};
const vscode = {
    Position, Range, CompletionItem: Named, CompletionList: Named, Hover: Named, MarkdownString: Named,
    Location: Named, CodeAction: Named, CodeLens: Named, SemanticTokens: Named, SemanticTokensLegend: Named,
    DocumentSymbol: Named, FoldingRange: Named, SignatureHelp: Named, SignatureInformation: Named,
    ParameterInformation: Named, DocumentHighlight: Named, DiagnosticRelatedInformation: Named,
    Diagnostic: class { constructor(r, message, severity) { Object.assign(this, { range: r, message, severity }); } },
    WorkspaceEdit: class { constructor() { this.all = []; } replace(...e) { this.all.push(e); } },
    CodeActionKind: { QuickFix: 'quickfix' },
    Uri: { parse: (s) => ({ toString: () => s }) },
    commands: { registerCommand: (id, run) => { commands[id] = run; return event(); } },
    languages: new Proxy({}, {
        get: (_, key) => (key === 'createDiagnosticCollection'
            ? () => ({ set: (uri, found) => published.set(uri.toString(), found), clear() {}, dispose() {} })
            : register(key.replace(/^register|Provider$/g, ''))),
    }),
    workspace: {
        textDocuments: [document], workspaceFolders: undefined,
        getConfiguration: () => ({ get: () => process.env.HORN || 'horn' }),
        onDidOpenTextDocument: event, onDidCloseTextDocument: event,
        onDidChangeTextDocument: (f) => { change = f; return event(); },
    },
    window: {
        showErrorMessage: show, showWarningMessage: show, showInformationMessage: show,
        activeTextEditor: { document, selection: { active: new Position(4, 0) } },
        createTerminal: (options) => ({ show: () => shown.push(options) }),
    },
};
const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));

async function session() {
    const extension = require(path.join(__dirname, '../vscode/extension.js'));
    await extension.activate({ subscriptions: [] });
    assert.deepStrictEqual(shown, []);
    const lenses = await providers.CodeLens.provideCodeLenses(document);
    assert.strictEqual(lenses.length, 1);
    const messages = published.get('file:///nowhere/t.pl').map((m) => m.message.split('\n')[0]);
    console.log('messages:', messages);
    assert.strictEqual(messages.length, 2);
    assert.ok(messages.some((m) => /lenght\/2 is called/.test(m)));
    const hover = await providers.Hover.provideHover(document, new Position(1, 24));
    assert.match(hover.given[0].given[0], /write\(/);
    const definitions = await providers.Definition.provideDefinition(document, new Position(1, 36));
    assert.strictEqual(definitions[0].given[1].start.line, 2);
    const actions = await providers.CodeActions.provideCodeActions(document, new Range(0, 0, 9, 0), {});
    console.log('actions:', actions.map((a) => a.given[0]));
    assert.ok(actions.some((a) => a.edit.all[0][2] === 'length'));
    const renamed = await providers.Rename.provideRenameEdits(document, new Position(1, 36), 'r');
    assert.deepStrictEqual(renamed.all.map((e) => e[1].start.line), [1, 2, 3]);
    const symbols = await providers.DocumentSymbol.provideDocumentSymbols(document);
    assert.deepStrictEqual(symbols.map((s) => s.given[0]), ['p/1', 'q/1']);
    const tokens = await providers.DocumentSemanticTokens.provideDocumentSemanticTokens(document);
    assert.strictEqual(tokens.given[0].length % 5, 0);
    const ran = await commands['horn.runQueryHere']();
    assert.strictEqual(ran.holds, true);
    console.log('shown:', shown);
    document.version = 2;
    change({ document, contentChanges: [{ range: new Range(2, 5, 2, 5), text: '\nr :- q' }] });
    const list = await providers.CompletionItem.provideCompletionItems(document, new Position(3, 6));
    assert.ok(list.given[0].some((i) => i.given[0] === 'q/1'), JSON.stringify(list));
    const help = await providers.SignatureHelp.provideSignatureHelp(document, new Position(1, 15));
    assert.strictEqual(help, undefined);
    commands['horn.openTopLevel']();
    assert.deepStrictEqual(shown.pop().shellArgs, ['/nowhere/t.pl']);
    await commands['horn.restartServer']();
    await extension.deactivate();
    console.log('end');
}

session().catch((e) => { console.error(e); process.exit(1); });
