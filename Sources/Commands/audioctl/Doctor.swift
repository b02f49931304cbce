import Foundation
import SordinoALSA
import SordinoBus
import SordinoCommandLine
import SordinoHardware
import SordinoService
import SordinoSession
import Synchronization

/// `audioctl doctor`: checks everything that sound on this machine needs, one after the other; each finding is one
/// line.
struct Doctor {
    /// One thing that was looked at.
    struct Finding {
        enum Verdict: String { case ok, warning, bad }

        let subject: String
        let verdict: Verdict
        /// A sentence about the state or the fault.
        let sentence: String
        /// The remedy; empty when all is well.
        var remedy = ""
    }

    let bus: BusAddress
    let isJSON: Bool
    /// The time that each tool of the system has to answer.
    var seconds = 10.0
    private var environment: [String: String] { ProcessInfo.processInfo.environment }

    init(bus: BusAddress, isJSON: Bool) { (self.bus, self.isJSON) = (bus, isJSON) }

    func run() -> Commands.Status {
        let processes = Self.processes()
        let dump = Self.program("pw-dump")
        let graph = dump.flatMap(graph)
        let reached = server(isSilent: dump != nil && graph == nil)
        var findings = [reached, card, sessionManager(processes), messageBus]
        let status = try? DeviceController(bus).status()
        let priorities = realtime(processes)
        findings += [service(status), rights, priorities]
        findings += threads(processes, mayHavePriority: priorities.verdict == .ok) + [rate(status)]
        findings += [pausing(status, graph), calling(status, graph), pulseAudio(processes)].compactMap { $0 }
        findings += bypassing(status, graph)
        let terminal = Terminal.output
        for finding in findings { ToolOutput.draw(isJSON ? json(finding) : text(finding, terminal)) }
        return findings.contains { $0.verdict == .bad } ? .refused : .done
    }

    private func text(_ finding: Finding, _ terminal: Terminal) -> String {
        let mark =
            switch finding.verdict {
            case .ok: terminal.colour("ok   ", .good)
            case .warning: terminal.colour("hm   ", .warning)
            case .bad: terminal.colour("bad  ", .bad)
            }
        let sentence = foreignText(finding.sentence)
        let remedy = finding.remedy.isEmpty ? "" : ": \(foreignText(finding.remedy))"
        let lines = terminal.wrapped(
            "\(Terminal.field(finding.subject, 1 + finding.subject.count))\(sentence)\(remedy)", indent: 5)
        return mark + String(lines.joined(separator: "\n").dropFirst(5)) + "\n"
    }

    private func json(_ finding: Finding) -> String {
        var record = WireRecord()
        record.add("subject", finding.subject)
        record.add("verdict", finding.verdict.rawValue)
        record.add("sentence", finding.sentence)
        record.add("remedy", finding.remedy)
        return JSON.line(.record(record)) + "\n"
    }

    // MARK: The parts of the system

    /// - Parameter isSilent: Whether a tool that asked the server for its objects got none.
    private func server(isSilent: Bool) -> Finding {
        let folder = environment["PIPEWIRE_RUNTIME_DIR"] ?? environment["XDG_RUNTIME_DIR"] ?? ""
        let name = environment["PIPEWIRE_REMOTE"] ?? "pipewire-0"
        let path = name.hasPrefix("/") ? name : "\(folder)/\(name)"
        if folder.isEmpty, !name.hasPrefix("/") {
            let isEmpty = ["PIPEWIRE_RUNTIME_DIR", "XDG_RUNTIME_DIR"].first { environment[$0] != nil }
            return Finding(
                subject: "server:", verdict: .bad,
                sentence: isEmpty.map { "\($0) is set to nothing" } ?? "XDG_RUNTIME_DIR is not set",
                remedy: isEmpty == "PIPEWIRE_RUNTIME_DIR"
                    ? "unset it" : "log in through a session manager, or set it to /run/user/\(getuid())")
        }
        let reason = Self.connect(path)
        if reason == 0, isSilent {
            return Finding(
                subject: "server:", verdict: .bad, sentence: "PipeWire takes connections at \(path) and answers none",
                remedy: "systemctl --user restart pipewire")
        }
        if reason == 0 { return Finding(subject: "server:", verdict: .ok, sentence: "PipeWire answers at \(path)") }
        if let foreign = foreignFolder { return foreign }
        let missing = "no PipeWire server answers at \(path) (\(String(cString: strerror(reason))))"
        guard case .success(let device) = alsa else {
            return Finding(
                subject: "server:", verdict: .bad, sentence: missing, remedy: "systemctl --user start pipewire.socket")
        }
        return Finding(
            subject: "server:", verdict: .warning,
            sentence: "\(missing): each program plays on its own ALSA device, \(device)",
            remedy: "systemctl --user start pipewire.socket")
    }

    /// Names the owner of the runtime folder if it is another user, as after `su` or `sudo`: a server for that user lets no other
    /// in, and neither does the bus.
    private var foreignFolder: Finding? {
        var facts = stat()
        guard let folder = environment["XDG_RUNTIME_DIR"], stat(folder, &facts) == 0, facts.st_uid != getuid() else {
            return nil
        }
        func name(_ user: uid_t) -> String { getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "\(user)" }
        return Finding(
            subject: "server:", verdict: .bad,
            sentence: "XDG_RUNTIME_DIR is \(folder), which belongs to \(name(facts.st_uid)): this program runs as "
                + "\(name(getuid()))",
            remedy: "run it as \(name(facts.st_uid)), or log in as \(name(getuid())) through a session manager "
                + "(machinectl shell \(name(getuid()))@), which makes /run/user/\(getuid())")
    }

    /// The device of a program without a PipeWire server.
    private var alsa: Result<String, HardwareError> {
        do throws(HardwareError) {
            let hardware = try ALSAHardware(names: ALSANames(environment[ALSANames.variable]), watchedFolders: [])
            defer { hardware.close() }
            if let refusal = hardware.outputRefusal { return .failure(.refused(refusal)) }
            return .success(hardware.summary)
        } catch {
            return .failure(error)
        }
    }

    /// ALSA's devices, which programs are on where no server answers.
    private var card: Finding {
        switch alsa {
        case .success(let device): Finding(subject: "ALSA:", verdict: .ok, sentence: device)
        case .failure(let error):
            Finding(
                subject: "ALSA:", verdict: .warning, sentence: "\(error)",
                remedy: "needed only where no PipeWire server answers; aplay -L lists devices for SORDINO_ALSA")
        }
    }

    /// - Returns: 0 if a server answers at the socket, else the error number.
    private static func connect(_ path: String) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return ENAMETOOLONG }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        let result = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return result == 0 ? 0 : errno
    }

    private func sessionManager(_ processes: [(id: Int, name: String)]) -> Finding {
        // Another user's manages another server.
        let found = processes.first {
            ($0.name == "wireplumber" || $0.name.hasPrefix("pipewire-media")) && Self.isOwn($0.id)
        }
        if let found {
            return Finding(subject: "session manager:", verdict: .ok, sentence: "\(found.name) runs")
        }
        return Finding(
            subject: "session manager:", verdict: .warning,
            sentence: "none runs: devices get no profile, programs without a session are linked to nothing",
            remedy: "systemctl --user start wireplumber")
    }

    private var messageBus: Finding {
        do throws(BusError) {
            _ = try BusConnection(bus)
            return Finding(subject: "bus:", verdict: .ok, sentence: "the message bus answers")
        } catch {
            return Finding(
                subject: "bus:", verdict: .bad, sentence: "\(error): each program is managed by itself",
                remedy: "start a user bus (dbus-user-session), or set DBUS_SESSION_BUS_ADDRESS")
        }
    }

    private func service(_ status: DeviceStatus?) -> Finding {
        guard let status else {
            return Finding(
                subject: "service:", verdict: .bad,
                sentence: "audiosessiond does not answer, or this program may not ask it",
                remedy: "systemctl --user start audiosessiond, or see /etc/sordino/control.conf")
        }
        guard status.isServerUp else {
            return Finding(
                subject: "service:", verdict: .bad, sentence: "audiosessiond has lost the audio server",
                remedy: "systemctl --user restart pipewire")
        }
        if status.ports.isEmpty {
            return Finding(
                subject: "service:", verdict: .bad, sentence: "audiosessiond runs and sees no port",
                remedy: "look at the devices with wpctl status")
        }
        return Finding(
            subject: "service:", verdict: .ok,
            sentence:
                "audiosessiond runs: \(counted(status.apps.count, "program")), \(counted(status.ports.count, "port"))")
    }

    private var rights: Finding {
        let devices = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/snd")) ?? []
        let controls = devices.filter { $0.hasPrefix("control") }
        if controls.isEmpty {
            return Finding(
                subject: "rights:", verdict: .warning, sentence: "there is no sound card in /dev/snd",
                remedy: "on a machine without one this is as it should be")
        }
        let closed = controls.filter { access("/dev/snd/\($0)", R_OK | W_OK) != 0 }
        if closed.isEmpty { return Finding(subject: "rights:", verdict: .ok, sentence: "sound cards may be opened") }
        return Finding(
            subject: "rights:", verdict: .bad, sentence: "/dev/snd/\(closed[0]) may not be opened",
            remedy: "log in at the machine's seat (logind gives the right), or join the group audio")
    }

    private func realtime(_ processes: [(id: Int, name: String)]) -> Finding {
        var limit = rlimit()
        getrlimit(Int32(__RLIMIT_RTPRIO.rawValue), &limit)
        if limit.rlim_cur > 0 {
            return Finding(
                subject: "realtime:", verdict: .ok, sentence: "priorities up to \(limit.rlim_cur) (RLIMIT_RTPRIO)")
        }
        if processes.contains(where: { $0.name == "rtkit-daemon" }) || Self.offers("org.freedesktop.RealtimeKit1") {
            return Finding(subject: "realtime:", verdict: .ok, sentence: "rtkit is there, which gives priorities")
        }
        return Finding(
            subject: "realtime:", verdict: .warning,
            sentence: "RLIMIT_RTPRIO is 0 and rtkit is not there: sound stutters while the machine is busy",
            remedy: "install rtkit, or put \"@audio - rtprio 95\" into /etc/security/limits.d")
    }

    /// Returns whether the threads that carry sound have got their priority: a limit or rtkit may be there and refuse.
    private func threads(_ processes: [(id: Int, name: String)], mayHavePriority: Bool) -> [Finding] {
        let carriers = ["pipewire", "audiosessiond"].flatMap { name in processes.filter { $0.name == name } }
        var found: [Finding] = []
        for carrier in carriers where Self.isOwn(carrier.id) {
            let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(carrier.id)/task")) ?? []
            // One thread of each carries sound, under different names; the others have no priority.
            let priorities = tasks.compactMap { Int32($0) }.compactMap { task -> Int32? in
                let policy = sched_getscheduler(task) & ~Self.resetsOnFork
                var parameter = sched_param()
                guard policy == SCHED_FIFO || policy == SCHED_RR, sched_getparam(task, &parameter) == 0 else {
                    return nil
                }
                return parameter.sched_priority
            }
            let subject = "\(carrier.name) (\(carrier.id)):"
            if let priority = priorities.max() {
                found.append(
                    Finding(subject: subject, verdict: .ok, sentence: "its sound has realtime priority \(priority)"))
            } else {
                found.append(
                    Finding(
                        subject: subject, verdict: .warning,
                        sentence: "its sound has no realtime priority: it stutters while the machine is busy",
                        remedy: mayHavePriority
                            ? "this user may have one: start it again, and read its log if that does not help"
                            : "see the line above, then start it again"))
            }
        }
        return found
    }

    /// SCHED_RESET_ON_FORK, which rtkit asks for.
    private static let resetsOnFork: Int32 = 0x4000_0000

    /// Returns whether a process is this user's, and on the server in this program's runtime folder where that is
    /// known.
    static func isOwn(_ process: Int) -> Bool {
        var facts = stat()
        guard stat("/proc/\(process)", &facts) == 0, facts.st_uid == getuid() else { return false }
        let bytes = (try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(process)/environ"))) ?? Data()
        let lines = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        for variable in ["PIPEWIRE_RUNTIME_DIR", "XDG_RUNTIME_DIR"] {
            guard let line = lines.first(where: { $0.hasPrefix(variable + "=") }) else { continue }
            let environment = ProcessInfo.processInfo.environment
            let ours = environment["PIPEWIRE_RUNTIME_DIR"] ?? environment["XDG_RUNTIME_DIR"]
            return line.dropFirst(variable.count + 1) == ours ?? ""
        }
        return true
    }

    /// Returns whether a name on a bus has an owner, or can be activated.
    static func offers(_ name: String, on bus: BusAddress = .system) -> Bool {
        guard let connection = try? BusConnection(bus) else { return false }
        defer { connection.close() }
        return ["ListNames", "ListActivatableNames"].contains { member in
            let method = BusMethod(
                destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
                interface: "org.freedesktop.DBus", member: member)
            guard case .list(let names)? = try? connection.ask(method, answer: "as", seconds: 1).first else {
                return false
            }
            return names.contains(.text(name))
        }
    }

    private func rate(_ status: DeviceStatus?) -> Finding {
        guard let rate = status?.sampleRate, let frames = status?.blockFrames else {
            return Finding(subject: "rate:", verdict: .warning, sentence: "cannot be told without the service")
        }
        let milliseconds = (Double(frames) / rate * 10_000).rounded() / 10
        let sentence = "\(Int(rate)) Hz, blocks of \(frames) frames (\(milliseconds) ms)"
        if milliseconds > 50 {
            return Finding(
                subject: "rate:", verdict: .warning, sentence: "\(sentence): sound is late",
                remedy: "pw-metadata -n settings 0 clock.force-quantum 0")
        }
        return Finding(subject: "rate:", verdict: .ok, sentence: sentence)
    }

    // MARK: Pauses of players

    /// Says which of the service and the session manager pauses media players when their output goes: from version 0.5.11
    /// on WirePlumber does too, unless it is asked not to.
    private func pausing(_ status: DeviceStatus?, _ graph: [[String: Any]]?) -> Finding? {
        guard status != nil, let graph else { return nil }
        guard let setting = Self.metadata(graph, "sm-settings", "linking.pause-playback") else {
            return Finding(
                subject: "pauses:", verdict: .ok,
                sentence: "the service alone: this session manager pauses no media player when its output goes")
        }
        guard setting == "true" else {
            let isOwed = Self.metadata(graph, "settings", "sordino.owes.linking.pause-playback") != nil
            return Finding(
                subject: "pauses:", verdict: .ok,
                sentence: isOwed
                    ? "the service alone: the session manager's linking.pause-playback is off while it runs"
                    : "the service alone: linking.pause-playback is off in the session manager's own settings")
        }
        return Finding(
            subject: "pauses:", verdict: .warning,
            sentence: "the session manager too: what is unplugged pauses players of other zones and twice",
            remedy: "pw-metadata -n sm-settings 0 linking.pause-playback false Spa:String:JSON, "
                + "or for ever the file 50-sordino.conf for wireplumber.conf.d (man audiosessiond)")
    }

    /// Returns a value of a metadata object in the graph.
    static func metadata(_ graph: [[String: Any]], _ object: String, _ key: String) -> String? {
        let entries = graph.lazy.filter { ($0["props"] as? [String: Any])?["metadata.name"] as? String == object }
            .compactMap { $0["metadata"] as? [[String: Any]] }.joined()
        guard let found = entries.first(where: { $0["key"] as? String == key })?["value"] else { return nil }
        if let number = found as? NSNumber { return number.boolValue ? "true" : "false" }
        return found as? String
    }

    // MARK: Programs that bypass the service

    private func bypassing(_ status: DeviceStatus?, _ graph: [[String: Any]]?) -> [Finding] {
        guard let status else { return [] }
        let managed = Set(status.apps.flatMap(\.processes).map(Int64.init))
        guard Self.program("pw-dump") != nil else {
            return [
                Finding(
                    subject: "bypasses:", verdict: .warning, sentence: "not checked, because pw-dump is missing",
                    remedy: "install pw-dump (pipewire-bin)")
            ]
        }
        guard let graph else {
            return [
                Finding(
                    subject: "bypasses:", verdict: .warning, sentence: "not checked, because pw-dump reaches no server",
                    remedy: "see the line \"server\"")
            ]
        }
        var found: [Finding] = []
        // Nodes of JACK do not name their process; their clients do.
        var processes: [Int64: Int64] = [:]
        for object in graph {
            guard let id = Self.number(object["id"]), let info = object["info"] as? [String: Any],
                let properties = info["props"] as? [String: Any]
            else { continue }
            processes[id] = Self.number(properties["application.process.id"])
        }
        for object in graph {
            guard let info = object["info"] as? [String: Any], let properties = info["props"] as? [String: Any] else {
                continue
            }
            // Its nodes have no class, and lead where the program or the user links them.
            if properties["client.api"] as? String == "jack", let name = properties["node.name"] as? String {
                let process = Self.number(properties["client.id"]).flatMap { processes[$0] }
                if let process, managed.contains(process) { continue }
                found.append(
                    Finding(
                        subject: "bypasses:", verdict: .warning,
                        sentence: "\(name) uses JACK and is not managed: it is heard beside calls and alarms",
                        remedy: "write \"manage = all\" below [streams] of policy.conf, or a rule for its program"))
                continue
            }
            guard
                let kind = properties["media.class"] as? String, kind.hasPrefix("Stream/"),
                let process = Self.number(properties["application.process.id"]), !managed.contains(process),
                properties["application.process.binary"] as? String != "audiosessiond"
            else { continue }
            let name = properties["application.name"] as? String ?? properties["node.name"] as? String ?? "?"
            found.append(
                Finding(
                    subject: "bypasses:", verdict: .warning,
                    sentence: "\(name) (process \(process)) has no session: it is heard beside calls and alarms",
                    remedy: "as it should be for programs that were not written for sessions"))
        }
        return found.isEmpty
            ? [Finding(subject: "bypasses:", verdict: .ok, sentence: "every stream belongs to a session")] : found
    }

    private static func number(_ value: Any?) -> Int64? {
        (value as? NSNumber)?.int64Value ?? (value as? String).flatMap { Int64($0) }
    }

    /// The path of a program of the system; nil where it is not installed.
    static func program(_ name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
            .map { folder in "\(folder)/\(name)" }.first { (path: String) in access(path, X_OK) == 0 }
    }

    /// Returns what a program writes, and nothing if it cannot be run or is not done in time: it is ended then.
    func output(of path: String, _ arguments: [String] = []) -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let pipe = Pipe()
        (process.standardOutput, process.standardError) = (pipe, FileHandle.nullDevice)
        guard (try? process.run()) != nil else { return Data() }
        let read = DispatchSemaphore(value: 0)
        let written = Mutex(Data())
        DispatchQueue.global().async {
            let data = pipe.fileHandleForReading.readDataToEndOfFile()
            written.withLock { $0 = data }
            read.signal()
        }
        let isWhole = read.wait(timeout: .now() + seconds) == .success
        // Some end by nothing else, and a child of theirs may hold the pipe.
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        return isWhole ? written.withLock { $0 } : Data()
    }

    /// The objects of the graph, as `pw-dump` prints them; nil if it reaches no server.
    private func graph(_ path: String) -> [[String: Any]]? {
        (try? JSONSerialization.jsonObject(with: output(of: path))) as? [[String: Any]]
    }

    /// The processes that run, with the names that the kernel has for them.
    private static func processes() -> [(id: Int, name: String)] {
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return folders.compactMap { folder in
            guard let id = Int(folder), let name = try? String(contentsOfFile: "/proc/\(folder)/comm", encoding: .utf8)
            else { return nil }
            return (id, name.trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }
}
