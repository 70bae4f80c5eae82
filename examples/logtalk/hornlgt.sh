#!/bin/sh
# Starts Horn with Logtalk. Arguments are those of `horn`: files to load, `-g GOAL`, `-q`, `-- ARGUMENT...`.
#
# LOGTALKHOME is the folder of the Logtalk installation. If it is not set, the folder above the one of this script
# is tried, which is right for a copy in `integration/`, and then the usual places. LOGTALKUSER is the folder for the
# user's own files; it is made from the installation if it is not there.

set -e

# The folder of this script, also if it was started by way of a symbolic link.
script=$(readlink -f "$0" 2>/dev/null || printf '%s' "$0")
folder=$(cd "$(dirname "$script")" && pwd)

if [ -z "$LOGTALKHOME" ]; then
    for place in "$folder/.." /usr/local/share/logtalk /usr/share/logtalk /opt/local/share/logtalk \
        /opt/share/logtalk "$HOME/share/logtalk"; do
        if [ -f "$place/core/core.pl" ]; then
            LOGTALKHOME=$(cd "$place" && pwd)
            break
        fi
    done
fi
if [ -z "$LOGTALKHOME" ] || ! [ -f "$LOGTALKHOME/core/core.pl" ]; then
    echo "hornlgt: no Logtalk installation found: set LOGTALKHOME to its folder" >&2
    exit 1
fi
for file in adapters/horn.pl integration/logtalk_horn.pl; do
    if ! [ -f "$LOGTALKHOME/$file" ]; then
        echo "hornlgt: $LOGTALKHOME/$file is missing: copy it from examples/logtalk of Horn" >&2
        exit 1
    fi
done

: "${LOGTALKUSER:=$HOME/logtalk}"
export LOGTALKHOME LOGTALKUSER

if ! [ -d "$LOGTALKUSER" ]; then
    if command -v logtalk_user_setup >/dev/null 2>&1; then
        logtalk_user_setup
    else
        # The folders that the runtime itself writes to.
        mkdir -p "$LOGTALKUSER/scratch"
    fi
fi

# What Logtalk calls the startup directory, where it looks for a settings file first.
LOGTALK_STARTUP_DIRECTORY=$(pwd)
export LOGTALK_STARTUP_DIRECTORY

exec "${HORN:-horn}" "$LOGTALKHOME/integration/logtalk_horn.pl" "$@"
