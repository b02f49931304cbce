import Dispatch
import Foundation

/// A host or an address, whose reachability is asked for or watched.
///
/// Sordino reads the kernel's routes; reachable means that packets can leave this device, not that they arrive.
/// - Thread: any.
/// Source: Apple, "SCNetworkReachability".
public final class SCNetworkReachability: @unchecked Sendable {
    enum Target: Sendable {
        case address(SocketAddress, from: SocketAddress?)
        case name(String)
    }

    /// The function that a program set.
    private struct Client {
        let call: SCNetworkReachabilityCallBack
        let info: UnsafeMutableRawPointer?
        let release: ((UnsafeRawPointer) -> Void)?
    }

    private let target: Target
    private let lock = NSLock()
    private var client: Client?
    private var queue: DispatchQueue?
    private var loops: [(loop: CFRunLoop, mode: CFString, calls: RunLoopCalls)] = []
    private var changes: NetworkChanges?
    /// The flags that were last passed to the client; nil before the first call.
    private var told: SCNetworkReachabilityFlags?
    /// Names are looked up here: that can take seconds.
    private let work = DispatchQueue(label: "org.sordino.reachability")

    init(_ target: Target) { self.target = target }

    deinit { dismiss(client) }

    /// Asks for the way now; a name is looked up meanwhile.
    func flags() -> SCNetworkReachabilityFlags {
        switch target {
        case .address(let address, let source):
            return NetworkRoute(to: address, from: source)?.flags ?? []
        case .name(let name):
            for address in Self.addresses(of: name) {
                if let route = NetworkRoute(to: address) { return route.flags }
            }
            return []
        }
    }

    private static func addresses(of name: String) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        return sequence(first: list, next: { $0?.pointee.ai_next }).compactMap { entry in
            entry?.pointee.ai_addr.flatMap { SocketAddress($0) }
        }
    }

    // MARK: Watching

    func setClient(_ call: SCNetworkReachabilityCallBack?, _ context: SCNetworkReachabilityContext?) {
        var made: Client?
        if let call {
            let info = context?.info
            let kept =
                info.flatMap { info in context?.retain?(info) }.map(UnsafeMutableRawPointer.init(mutating:)) ?? info
            made = Client(call: call, info: kept, release: context?.release)
        }
        let before = lock.withLock {
            defer { client = made }
            return client
        }
        dismiss(before)
    }

    private func dismiss(_ client: Client?) {
        if let client, let info = client.info { client.release?(info) }
    }

    /// Sends calls to a queue; nil ends that.
    ///
    /// - Returns: Whether the network can be watched.
    func setQueue(_ queue: DispatchQueue?) -> Bool { arrange { self.queue = queue } }

    func schedule(on loop: CFRunLoop, _ mode: CFString) -> Bool {
        arrange { loops.append((loop, mode, RunLoopCalls(on: loop, mode: mode))) }
    }

    /// - Returns: Whether it was scheduled there.
    func unschedule(from loop: CFRunLoop, _ mode: CFString) -> Bool {
        var wasThere = false
        _ = arrange {
            guard let index = loops.firstIndex(where: { $0.loop === loop && $0.mode == mode }) else { return }
            loops.remove(at: index).calls.end()
            wasThere = true
        }
        return wasThere
    }

    /// Changes the client or its queues, and listens to the kernel while any queue or run loop is set.
    private func arrange(_ change: () -> Void) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        change()
        guard queue != nil || !loops.isEmpty else {
            changes = nil
            return true
        }
        guard changes == nil else { return true }
        changes = NetworkChanges(on: work) { [weak self] in self?.look() }
        guard changes != nil else { return false }
        if case .address = target { told = flags() } else { told = nil }
        // The first flags for a name are reported once it has been looked up.
        work.async { [weak self] in self?.look() }
        return true
    }

    /// Looks again, and calls the client if the flags have changed.
    private func look() {
        let flags = flags()
        let (queue, loops) = lock.withLock { () -> (DispatchQueue?, [RunLoopCalls]) in
            guard flags != told else { return (nil, []) }
            told = flags
            return (self.queue, self.loops.map(\.calls))
        }
        queue?.async { self.tell(flags) }
        for loop in loops { loop.perform { self.tell(flags) } }
    }

    private func tell(_ flags: SCNetworkReachabilityFlags) {
        guard let client = lock.withLock({ client }) else { return }
        client.call(self, flags, client.info)
    }
}

/// A function that is called when the reachability of a target has changed; its last argument is the context's `info`.
public typealias SCNetworkReachabilityCallBack = (
    SCNetworkReachability, SCNetworkReachabilityFlags, UnsafeMutableRawPointer?
) -> Void

/// The pointer for a callback, and functions that retain and release its target.
public struct SCNetworkReachabilityContext {
    /// The version of this structure: 0.
    public var version: Int
    /// The value that the callback receives as its last argument.
    public var info: UnsafeMutableRawPointer?
    /// Keeps `info` alive and returns it; called when the callback is set.
    public var retain: ((UnsafeRawPointer) -> UnsafeRawPointer)?
    /// Lets `info` go; called when the callback is replaced or the target ends.
    public var release: ((UnsafeRawPointer) -> Void)?
    /// Describes `info`; never called here.
    public var copyDescription: ((UnsafeRawPointer) -> Unmanaged<CFString>)?

    /// Collects the client's pointer and the functions that manage it.
    public init(
        version: Int, info: UnsafeMutableRawPointer?, retain: ((UnsafeRawPointer) -> UnsafeRawPointer)?,
        release: ((UnsafeRawPointer) -> Void)?, copyDescription: ((UnsafeRawPointer) -> Unmanaged<CFString>)?
    ) {
        self.version = version
        self.info = info
        self.retain = retain
        self.release = release
        self.copyDescription = copyDescription
    }

    /// Makes a context without a pointer.
    public init() { self.init(version: 0, info: nil, retain: nil, release: nil, copyDescription: nil) }
}

/// Makes a target of an address.
///
/// - Parameter address: Of IPv4 or IPv6. `0.0.0.0` and `::` stand for any host beyond this device's own networks.
/// - Returns: Nil for another family (`SCError()` is `kSCStatusInvalidArgument`).
public func SCNetworkReachabilityCreateWithAddress(
    _ allocator: CFAllocator?, _ address: UnsafePointer<sockaddr>
) -> SCNetworkReachability? { SCNetworkReachabilityCreateWithAddressPair(allocator, nil, address) }

/// Makes a target of the way from an address of this device to another.
///
/// - Parameters:
///   - localAddress: Nil for any of this device's.
///   - remoteAddress: Nil: only whether this device has the local address counts.
/// - Returns: Nil if both are nil or an address is neither IPv4 nor IPv6 (`SCError()` is `kSCStatusInvalidArgument`).
public func SCNetworkReachabilityCreateWithAddressPair(
    _ allocator: CFAllocator?, _ localAddress: UnsafePointer<sockaddr>?, _ remoteAddress: UnsafePointer<sockaddr>?
) -> SCNetworkReachability? {
    let local = localAddress.flatMap { SocketAddress($0) }
    let remote = remoteAddress.flatMap { SocketAddress($0) }
    guard (localAddress == nil) == (local == nil), (remoteAddress == nil) == (remote == nil),
        let destination = remote ?? local
    else {
        noted(kSCStatusInvalidArgument)
        return nil
    }
    noted(kSCStatusOK)
    return SCNetworkReachability(.address(destination, from: local))
}

/// Makes a target of a host's name, or of an address as text.
///
/// - Returns: Nil for an empty name (`SCError()` is `kSCStatusInvalidArgument`).
public func SCNetworkReachabilityCreateWithName(
    _ allocator: CFAllocator?, _ nodename: UnsafePointer<CChar>
) -> SCNetworkReachability? {
    let name = String(cString: nodename)
    guard noted(name.isEmpty ? kSCStatusInvalidArgument : kSCStatusOK) else { return nil }
    return SCNetworkReachability(.name(name))
}

/// Asks whether a target can be reached now.
///
/// A name is looked up first, which can take seconds; a name that is not found is not reachable.
/// - Parameter flags: Takes the answer; no flags: not reachable.
/// - Returns: True.
@discardableResult
public func SCNetworkReachabilityGetFlags(
    _ target: SCNetworkReachability, _ flags: UnsafeMutablePointer<SCNetworkReachabilityFlags>
) -> Bool {
    flags.pointee = target.flags()
    return noted(kSCStatusOK)
}

/// Sets the function that is called when the flags have changed; nil takes it away.
///
/// Nothing is called before the target is given a queue or a run loop. The first call for a name comes when it has been
/// looked up; for an address when something has changed since.
/// - Parameter context: Copied; its `retain` is called.
/// - Returns: True.
@discardableResult
public func SCNetworkReachabilitySetCallback(
    _ target: SCNetworkReachability, _ callout: SCNetworkReachabilityCallBack?,
    _ context: UnsafeMutablePointer<SCNetworkReachabilityContext>?
) -> Bool {
    target.setClient(callout, context?.pointee)
    return noted(kSCStatusOK)
}

/// Calls the target's function on a run loop's thread while the loop runs in a mode.
///
/// - Returns: False if the network cannot be watched (`SCError()` is `kSCStatusFailed`).
@discardableResult
public func SCNetworkReachabilityScheduleWithRunLoop(
    _ target: SCNetworkReachability, _ runLoop: CFRunLoop, _ runLoopMode: CFString
) -> Bool { noted(target.schedule(on: runLoop, runLoopMode) ? kSCStatusOK : kSCStatusFailed) }

/// Ends the calls on a run loop.
///
/// - Returns: False if the target was not scheduled there in this mode.
@discardableResult
public func SCNetworkReachabilityUnscheduleFromRunLoop(
    _ target: SCNetworkReachability, _ runLoop: CFRunLoop, _ runLoopMode: CFString
) -> Bool { noted(target.unschedule(from: runLoop, runLoopMode) ? kSCStatusOK : kSCStatusInvalidArgument) }

/// Calls the target's function on a queue; nil ends that.
///
/// - Returns: False if the network cannot be watched (`SCError()` is `kSCStatusFailed`).
@discardableResult
public func SCNetworkReachabilitySetDispatchQueue(_ target: SCNetworkReachability, _ queue: DispatchQueue?) -> Bool {
    noted(target.setQueue(queue) ? kSCStatusOK : kSCStatusFailed)
}
