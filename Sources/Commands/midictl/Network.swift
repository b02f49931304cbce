import CoreMIDI
import Dispatch
import Foundation
import Glibc
import SordinoCommandLine
import Synchronization

/// The program's part in the network session.
extension Arguments.Network {
    /// Enables the session, whose source and destination exist from now on.
    func open() {
        let session = MIDINetworkSession.default()
        if case .anyone = self { session.connectionPolicy = .anyone }
        session.isEnabled = true
        guard session.isEnabled else { fail("the network session cannot be opened: no UDP port is free") }
    }

    /// Invites the host and waits for its answer, or prints the port to connect with and, if asked, waits for a
    /// connection.
    ///
    /// Signals end the program while it waits.
    func meet(waitsForAnyone: Bool) {
        let session = MIDINetworkSession.default()
        let hasMet = Mutex(false)
        let change = DispatchSemaphore(value: 0)
        // Counted within the notification: a connection may have ended before the next one.
        let look = NotificationCenter.default.addObserver(
            forName: NSNotification.Name(MIDINetworkNotificationSessionDidChange), object: session, queue: nil
        ) { _ in
            if !session.connections().isEmpty { hasMet.withLock { $0 = true } }
            change.signal()
        }
        defer { NotificationCenter.default.removeObserver(look) }
        Signals.allow()
        defer { Signals.block() }
        switch self {
        case .anyone:
            ToolOutput.complain("midictl: waiting on port \(session.networkPort)\n")
            guard waitsForAnyone else { return }
            while session.connections().isEmpty, !hasMet.withLock({ $0 }) { change.wait() }
        case .host(let name, let port):
            let host = MIDINetworkHost(name: name, address: name, port: port)
            guard session.addConnection(MIDINetworkConnection(host: host)) else {
                fail("the host \"\(foreignText(name))\" cannot be reached")
            }
            change.wait()
            guard hasMet.withLock({ $0 }) else {
                fail("the network session of \"\(foreignText(name))\" does not answer, or refuses")
            }
        }
    }

    /// Takes leave of all that take part.
    static func leave() { MIDINetworkSession.default().isEnabled = false }
}

/// The signals that end the program.
enum Signals {
    static let ending: sigset_t = {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&set, signal) }
        return set
    }()

    /// Keeps them for `sigwait`; threads inherit it.
    static func block() { change(SIG_BLOCK) }
    /// Has them end the program at once.
    static func allow() { change(SIG_UNBLOCK) }

    private static func change(_ how: Int32) {
        var set = ending
        pthread_sigmask(how, &set, nil)
    }
}

/// Waits until all that was sent to a destination has left.
func waitUntilSent(to destination: MIDIEndpointRef) {
    let hasLeft = DispatchSemaphore(value: 0)
    // A request without bytes is complete after all earlier requests.
    let data = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
    let request = UnsafeMutablePointer<MIDISysexSendRequest>.allocate(capacity: 1)
    request.initialize(
        to: MIDISysexSendRequest(
            destination: destination, data: data, bytesToSend: 0, isComplete: 0, reserved: (0, 0, 0),
            completionProc: { request in
                guard let context = request.pointee.completionRefCon else { return }
                Unmanaged<DispatchSemaphore>.fromOpaque(context).takeUnretainedValue().signal()
            },
            completionRefCon: Unmanaged.passUnretained(hasLeft).toOpaque()))
    // Neither is freed: the request is looked at until its function has returned.
    guard MIDISendSysex(request) == noErr else { return }
    hasLeft.wait()
}
