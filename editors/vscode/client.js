// A client of the Language Server Protocol: messages with lengths over the standard streams of a process.
'use strict';

const { spawn } = require('child_process');

class Client {
    /** Starts a server. `onNotification(method, params)` receives its notifications, `onEnd(reason)` its end. */
    constructor(program, args, onNotification, onEnd) {
        this.next = 1;
        this.pending = new Map();
        this.buffer = Buffer.alloc(0);
        this.onNotification = onNotification;
        this.ended = false;
        this.process = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
        this.process.stdout.on('data', (data) => this.receive(data));
        // A server that has gone takes nothing more; its end is reported below.
        this.process.stdin.on('error', () => {});
        const end = (reason) => {
            if (this.ended) return;
            this.ended = true;
            for (const { reject } of this.pending.values()) reject(new Error(reason));
            this.pending.clear();
            onEnd(reason);
        };
        this.process.on('error', (e) => end(`${program}: ${e.message}`));
        this.process.on('exit', (code, signal) => end(`the server has ended (${signal || code})`));
    }

    async initialize(rootUri) {
        const result = await this.request('initialize', {
            processId: process.pid,
            rootUri,
            capabilities: { workspace: { workspaceEdit: { documentChanges: true } } },
        });
        this.notify('initialized', {});
        return result;
    }

    /** The result of a request. A cancelled `token` cancels it. */
    request(method, params, token) {
        if (this.ended) return Promise.reject(new Error('the server has ended'));
        const id = this.next++;
        return new Promise((resolve, reject) => {
            this.pending.set(id, { resolve, reject });
            this.send({ jsonrpc: '2.0', id, method, params });
            if (token) token.onCancellationRequested(() => this.notify('$/cancelRequest', { id }));
        });
    }

    notify(method, params) {
        if (!this.ended) this.send({ jsonrpc: '2.0', method, params });
    }

    send(message) {
        const body = Buffer.from(JSON.stringify(message), 'utf8');
        this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
        this.process.stdin.write(body);
    }

    receive(data) {
        this.buffer = Buffer.concat([this.buffer, data]);
        for (;;) {
            const head = this.buffer.indexOf('\r\n\r\n');
            if (head < 0) return;
            const length = /content-length: *(\d+)/i.exec(this.buffer.toString('ascii', 0, head));
            const start = head + 4;
            const end = start + Number(length ? length[1] : 0);
            if (this.buffer.length < end) return;
            const body = this.buffer.toString('utf8', start, end);
            this.buffer = this.buffer.subarray(end);
            if (body) this.dispatch(JSON.parse(body));
        }
    }

    dispatch(message) {
        if (message.method !== undefined) {
            this.onNotification(message.method, message.params);
            return;
        }
        const waiting = this.pending.get(message.id);
        this.pending.delete(message.id);
        if (!waiting) return;
        if (message.error) waiting.reject(new Error(message.error.message));
        else waiting.resolve(message.result);
    }

    /** Ends the server. */
    async stop() {
        if (this.ended) return;
        try {
            await this.request('shutdown', null);
            this.notify('exit', null);
        } catch {
            this.process.kill();
        }
    }
}

module.exports = { Client };
