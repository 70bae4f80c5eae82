// Compares the TextMate grammar with Horn's lexer on program files: `node grammar_session.js FILE…`. A token that the
// lexer calls a comment, a text, a number, a variable or a name must begin with a piece that the grammar calls so.
'use strict';

const fs = require('fs');
const path = require('path');
const { Client } = require('../vscode/client.js');

const grammar = require('../vscode/syntaxes/prolog.tmLanguage.json');
const expand = (patterns) => patterns.flatMap((p) => (
    p.include ? expand(grammar.repository[p.include.slice(1)].patterns || [grammar.repository[p.include.slice(1)]]) : [p]
));
const compile = (source) => new RegExp(source.replace(/\\A/g, '(?<![^])'), 'ym' + (/\\p/.test(source) ? 'u' : ''));
const compiled = (p) => ({
    name: p.name,
    match: p.match && compile(p.match),
    begin: p.begin && compile(p.begin),
    end: p.end && compile(p.end),
    inside: p.begin ? expand(p.patterns || []).map(compiled) : [],
});
const rules = expand(grammar.patterns).map(compiled);

/** The length of the match of a pattern at a place of a text, or -1. */
function at(pattern, text, place) {
    pattern.lastIndex = place;
    const found = pattern.exec(text);
    return found ? found[0].length : -1;
}

/** The name of the rule that begins at each place where a piece begins. */
function pieces(text) {
    const found = new Map();
    let place = 0;
    while (place < text.length) {
        let length = 0;
        for (const rule of rules) {
            const own = rule.match || rule.begin;
            length = at(own, text, place);
            if (length <= 0) continue;
            found.set(place, rule.name);
            if (rule.begin) {
                let inner = place + length;
                while (inner < text.length) {
                    const escape = Math.max(0, ...rule.inside.map((p) => at(p.match, text, inner)));
                    // A doubled quote is a part of the text.
                    const end = at(rule.end, text, inner);
                    if (escape > 0) inner += escape;
                    else if (end > 0) { inner += end; break; } else inner += 1;
                }
                length = inner - place;
            }
            break;
        }
        place += Math.max(length, 1);
    }
    return found;
}

const KINDS = {
    comment: /^comment/, string: /^string/, number: /^constant\.(numeric|character\.numeric)/,
    variable: /^variable/, parameter: /^variable/,
    function: /^(entity|constant\.other|keyword)/, enumMember: /^(entity|constant\.other|keyword)/,
    operator: /^(keyword|constant\.other|entity)/, keyword: /^(keyword|constant\.other|entity|punctuation)/,
};

async function session(files) {
    const client = new Client(process.env.HORN || 'horn', ['lsp'], () => {}, () => {});
    const { capabilities } = await client.initialize(null);
    const types = capabilities.semanticTokensProvider.legend.tokenTypes;
    let [count, differences] = [0, 0];
    for (const file of files) {
        const text = fs.readFileSync(file, 'utf8');
        const uri = `file://${path.resolve(file)}`;
        client.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'prolog', version: 1, text } });
        const { data } = await client.request('textDocument/semanticTokens/full', { textDocument: { uri } });
        client.notify('textDocument/didClose', { textDocument: { uri } });
        const starts = [0];
        for (let i = 0; i < text.length; i += 1) if (text[i] === '\n') starts.push(i + 1);
        const found = pieces(text);
        let [line, column, open] = [0, 0, ''];
        for (let i = 0; i < data.length; i += 5) {
            column = data[i] === 0 ? column + data[i + 1] : data[i + 1];
            line += data[i];
            const type = types[data[i + 3]];
            const place = starts[line] + column;
            const name = found.get(place);
            // A further line of a comment or text.
            if (name === undefined && /^(comment|string)/.test(type) && type === open) continue;
            open = type;
            count += 1;
            if (name === undefined || !KINDS[type].test(name)) {
                differences += 1;
                const piece = text.slice(place, place + data[i + 2]);
                console.log(`${file}:${line + 1}:${column + 1}: ${type} ${JSON.stringify(piece)}, grammar: ${name}`);
            }
        }
    }
    await client.stop();
    console.log(`${files.length} files, ${count} tokens, ${differences} differences`);
    process.exitCode = differences > 0 ? 1 : 0;
}

session(process.argv.slice(2));
