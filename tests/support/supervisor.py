"""A strict stand-in for systemd's user manager, where that cannot run: it obeys one unit file as systemd.service(5) says.

Type=notify, NotifyAccess=all (datagrams of sd_notify(3)), ExecStart, Environment, WorkingDirectory, Restart=on-failure, RestartSec,
WatchdogSec (SIGABRT when no WATCHDOG=1 came in time), TimeoutStopSec, KillMode=mixed (what the main process leaves behind is killed). A
setting it does not know ends it. Says on standard output, a line of JSON each: started, ready, ended, restarting, given up.

    supervisor.py UNIT FOLDER        SIGTERM stops the service and ends; SIGUSR2 stops it, SIGUSR1 starts it again.

FOLDER/state says `running` or `stopped`. A process with OUTSIDE_UNIT=1 in its environment is not of the unit, as after systemd-run.
"""
import ctypes, json, os, re, select, signal, socket, sys, time

KNOWN = {"Type": "notify", "NotifyAccess": "all", "Restart": "on-failure", "KillMode": "mixed"}
NUMBERS = {"RestartSec", "WatchdogSec", "TimeoutStartSec", "TimeoutStopSec"}
PR_SET_CHILD_SUBREAPER = 36


def say(what, **more):
    print(json.dumps({"what": what, "at": time.time() * 1000, **more}), flush=True)


def unquote(text):
    words = []
    for quoted, bare in re.findall(r'"((?:[^"\\]|\\.)*)"|(\S+)', text):
        words.append(re.sub(r"\\(.)", r"\1", quoted or bare).replace("%%", "%"))
    return words


def read_unit(path):
    unit = {"environment": {}}
    section = ""
    for line in open(path, encoding="utf-8").read().split("\n"):
        if line.startswith("["):
            section = line
        if section != "[Service]" or "=" not in line:
            continue
        name, value = line.split("=", 1)
        if name == "Environment":
            for word in unquote(value):
                key, _, text = word.partition("=")
                unit["environment"][key] = text
        elif name == "ExecStart":
            unit[name] = [word.replace("$$", "$") for word in unquote(value)]
        elif name == "WorkingDirectory":
            unit[name] = value.replace("%%", "%")
        elif name in NUMBERS:
            unit[name] = float(value)
        elif KNOWN.get(name) != value:
            sys.exit(f"unknown setting: {line}")
    return unit


def descendants():
    """All below this process; what lost its parent is adopted by it."""
    parents = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                parents[int(name)] = int(open(f"/proc/{name}/stat").read().rsplit(")", 1)[1].split()[1])
            except (FileNotFoundError, ProcessLookupError):
                pass
    found, grown = {os.getpid()}, True
    while grown:
        more = {pid for pid, parent in parents.items() if parent in found} - found
        found |= more
        grown = bool(more)
    return {pid for pid in found - {os.getpid()} if not is_outside(pid)}


def is_outside(pid):
    try:
        return b"OUTSIDE_UNIT=1" in open(f"/proc/{pid}/environ", "rb").read().split(b"\0")
    except OSError:
        return False


def main(unit_path, folder):
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    unit = read_unit(unit_path)
    notify = os.path.join(folder, "notify")
    inbox = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    inbox.bind(notify)
    wanted = {"stop": False, "pause": False, "again": False}
    signal.signal(signal.SIGTERM, lambda *_: wanted.update(stop=True))
    signal.signal(signal.SIGUSR1, lambda *_: wanted.update(again=True, pause=False))
    signal.signal(signal.SIGUSR2, lambda *_: wanted.update(pause=True, again=False))

    def tell_state(state):
        with open(os.path.join(folder, "state.new"), "w") as file:
            file.write(state)
        os.rename(os.path.join(folder, "state.new"), os.path.join(folder, "state"))

    log = os.open(os.path.join(folder, "service.log"), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    environment = {
        **unit["environment"],
        "NOTIFY_SOCKET": notify,
        "WATCHDOG_USEC": str(int(unit["WatchdogSec"] * 1e6)),
    }
    while not wanted["stop"]:
        wanted["again"] = False
        main_pid = os.fork()
        if main_pid == 0:
            os.setsid()
            os.chdir(unit["WorkingDirectory"])
            os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
            os.dup2(log, 1)
            os.dup2(log, 2)
            os.execve(unit["ExecStart"][0], unit["ExecStart"], environment)
        tell_state("running")
        say("started", pid=main_pid)
        status = watch(unit, inbox, main_pid, wanted)
        for pid in descendants():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        while descendants():
            reap()
            time.sleep(0.02)
        is_clean = os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0
        say("ended", isClean=is_clean, status=status)
        tell_state("stopped")
        if (is_clean or wanted["pause"]) and not wanted["stop"]:
            while not (wanted["stop"] or wanted["again"]):
                time.sleep(0.05)
            continue
        until = time.monotonic() + unit["RestartSec"]
        while time.monotonic() < until and not (wanted["stop"] or wanted["again"]):
            if wanted["pause"]:
                until = time.monotonic() + 1
            time.sleep(0.02)


def reap():
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def watch(unit, inbox, main_pid, wanted):
    """Until the main process has ended; its status."""
    deadline, asked = time.monotonic() + unit["TimeoutStartSec"], None
    while True:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if pid == main_pid:
            return status
        if select.select([inbox], [], [], 0.02)[0]:
            for line in inbox.recv(4096).decode().split("\n"):
                if line == "READY=1":
                    say("ready")
                if line in ("READY=1", "WATCHDOG=1"):
                    deadline = time.monotonic() + unit["WatchdogSec"]
        now = time.monotonic()
        if asked is None and (wanted["stop"] or wanted["pause"]):
            os.kill(main_pid, signal.SIGTERM)
            asked = now + unit["TimeoutStopSec"]
        if asked is not None and now > asked:
            os.kill(main_pid, signal.SIGKILL)
        elif asked is None and now > deadline:
            say("watchdog")
            os.kill(main_pid, signal.SIGABRT)
            deadline = now + 5


main(sys.argv[1], sys.argv[2])
