import Foundation
import Patience
import Synchronization
import Testing

@testable import SystemConfiguration

/// Reachability as Apple's sample asks for it, on this machine's own networks and in one that has none.
@Suite struct SCNetworkReachabilityTests {
    private static func address(_ text: String, port: UInt16 = 0) throws -> SocketAddress {
        var four = sockaddr_in()
        four.sin_family = sa_family_t(AF_INET)
        four.sin_port = port.bigEndian
        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        six.sin6_port = port.bigEndian
        func made<Address>(_ value: inout Address) -> SocketAddress? {
            withUnsafePointer(to: &value) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { SocketAddress($0) }
            }
        }
        if inet_pton(AF_INET, text, &four.sin_addr) == 1 { return try #require(made(&four)) }
        #expect(inet_pton(AF_INET6, text, &six.sin6_addr) == 1)
        return try #require(made(&six))
    }

    private static func flags(_ text: String) throws -> SCNetworkReachabilityFlags {
        let target = try address(text).withSocketAddress { address, _ in
            SCNetworkReachabilityCreateWithAddress(kCFAllocatorDefault, address)
        }
        var flags: SCNetworkReachabilityFlags = []
        #expect(SCNetworkReachabilityGetFlags(try #require(target), &flags))
        return flags
    }

    @Test func thisDeviceReachesItself() throws {
        #expect(try Self.flags("127.0.0.1") == [.reachable, .isLocalAddress, .isDirect])
    }

    @Test func aNameThatDoesNotExistIsNotReachable() throws {
        let target = try #require(SCNetworkReachabilityCreateWithName(nil, "nobody.invalid"))  // RFC 6761, section 6.4
        var flags: SCNetworkReachabilityFlags = .reachable
        #expect(SCNetworkReachabilityGetFlags(target, &flags))
        #expect(flags == [])
    }

    @Test func argumentsThatNameNothingAreRefused() {
        #expect(SCNetworkReachabilityCreateWithName(nil, "") == nil)
        #expect(SCError() == kSCStatusInvalidArgument)
        #expect(String(cString: SCErrorString(SCError())) == "Invalid argument")
        #expect(SCNetworkReachabilityCreateWithAddressPair(nil, nil, nil) == nil)
        var other = sockaddr()
        other.sa_family = sa_family_t(AF_UNIX)
        #expect(SCNetworkReachabilityCreateWithAddress(nil, &other) == nil)
        #expect(SCError() == kSCStatusInvalidArgument)
    }

    @Test(arguments: [
        ("192.168.1.7", "192.168.1.200", "255.255.255.0", true), ("192.168.1.7", "192.168.2.7", "255.255.255.0", false),
        ("10.0.0.1", "10.200.3.4", "255.0.0.0", true), ("10.0.0.1", "11.0.0.1", "255.0.0.0", false),
        ("fd00::1", "fd00::2", "ffff:ffff:ffff:ffff::", true), ("fd00::1", "fd01::2", "ffff:ffff:ffff:ffff::", false),
        ("10.0.0.1", "fd00::1", "255.0.0.0", false),
    ])
    func aNeighbourIsInTheSameNetwork(own: String, other: String, mask: String, isNeighbour: Bool) throws {
        let (own, other, mask) = (try Self.address(own), try Self.address(other), try Self.address(mask))
        #expect(NetworkRoute.isNeighbour(own, other, mask) == isNeighbour)
    }

    @Test func anyHostIsOneBeyondTheOwnNetworks() throws {
        #expect(try Self.address("0.0.0.0", port: 80).asDestination == Self.address("192.0.2.1", port: 80))
        #expect(try Self.address("::").asDestination == Self.address("2001:db8::1", port: 9))
        #expect(try Self.address("127.0.0.1").asDestination == Self.address("127.0.0.1", port: 9))
    }

    @Test func theWayIsToldByFlags() throws {
        var route = try #require(NetworkRoute(to: Self.address("127.0.0.1")))
        route.isLocal = false
        route.isDirect = false
        #expect(route.flags == .reachable)
        route.isDirect = true
        #expect(route.flags == [.reachable, .isDirect])
        route.isCellular = true
        route.isDialled = true
        #expect(route.flags.rawValue == 1 << 0 | 1 << 1 | 1 << 17 | 1 << 18)
    }

    @Test func anAddressOfAnotherDeviceIsNoSource() throws {
        let target = try Self.address("192.0.2.77").withSocketAddress { address, _ in
            SCNetworkReachabilityCreateWithAddressPair(nil, address, nil)
        }
        var flags: SCNetworkReachabilityFlags = .reachable
        #expect(SCNetworkReachabilityGetFlags(try #require(target), &flags))
        #expect(flags == [])
    }

    @Test func aQueueHearsOfANameThatWasLookedUp() throws {
        let heard = Mutex<[SCNetworkReachabilityFlags]>([])
        let target = try #require(SCNetworkReachabilityCreateWithName(nil, "127.0.0.1"))
        SCNetworkReachabilitySetCallback(target, { _, flags, _ in heard.withLock { $0.append(flags) } }, nil)
        #expect(SCNetworkReachabilitySetDispatchQueue(target, DispatchQueue(label: "reachability test")))
        #expect(Patience.until { heard.withLock { !$0.isEmpty } })
        #expect(heard.withLock { $0 } == [[.reachable, .isLocalAddress, .isDirect]])
        #expect(SCNetworkReachabilitySetDispatchQueue(target, nil))
    }

    @Test func aRunLoopHearsWithTheContextsPointer() throws {
        final class Program {
            var flags: SCNetworkReachabilityFlags?
            var keeps = 0
        }
        let program = Program()
        let target = try #require(SCNetworkReachabilityCreateWithName(nil, "127.0.0.1"))
        var context = SCNetworkReachabilityContext(
            version: 0, info: Unmanaged.passUnretained(program).toOpaque(),
            retain: {
                program.keeps += 1
                return $0
            }, release: { _ in program.keeps -= 1 }, copyDescription: nil)
        let callback: SCNetworkReachabilityCallBack = { _, flags, info in
            guard let info else { return }
            Unmanaged<Program>.fromOpaque(info).takeUnretainedValue().flags = flags
        }
        #expect(SCNetworkReachabilitySetCallback(target, callback, &context))
        #expect(program.keeps == 1)
        let mode = CFRunLoopMode.defaultMode.rawValue
        #expect(SCNetworkReachabilityScheduleWithRunLoop(target, CFRunLoopGetCurrent(), mode))
        let wasCalled = Patience.until {
            _ = CFRunLoopRunInMode(.defaultMode, 0.05, true)
            return program.flags != nil
        }
        #expect(wasCalled)
        #expect(program.flags == [.reachable, .isLocalAddress, .isDirect])
        #expect(SCNetworkReachabilityUnscheduleFromRunLoop(target, CFRunLoopGetCurrent(), mode))
        #expect(!SCNetworkReachabilityUnscheduleFromRunLoop(target, CFRunLoopGetCurrent(), mode))
        #expect(SCNetworkReachabilitySetCallback(target, nil, nil))
        #expect(program.keeps == 0)
    }

    /// The view of a thread in a network of its own, which begins with nothing but a loopback that is down.
    private struct Alone {
        var beforehand: [SCNetworkReachabilityFlags] = []
        var afterwards: [SCNetworkReachabilityFlags] = []
        var wasTold = false
    }

    /// Nil where a process may not leave its network (only root may).
    private static func alone() throws -> Alone? {
        let answer = Mutex<Result<Alone?, any Error>?>(nil)
        Thread {
            let result = Result { () throws -> Alone? in
                guard let leave, leave(0x4000_0000) == 0 else { return nil }  // CLONE_NEWNET: this thread only
                var alone = Alone()
                let hosts = ["127.0.0.1", "192.0.2.9", "0.0.0.0", "::"]
                alone.beforehand = try hosts.map(flags)
                let changed = Mutex(false)
                let changes = NetworkChanges(on: DispatchQueue(label: "alone")) { changed.withLock { $0 = true } }
                try raiseLoopback()
                alone.wasTold = Patience.until { changed.withLock { $0 } }
                withExtendedLifetime(changes) {}
                alone.afterwards = try hosts.map(flags)
                return alone
            }
            answer.withLock { $0 = result }
        }
        .start()
        return try #require(Patience.first { answer.withLock { $0 } }).get()
    }

    /// `unshare`, which glibc's headers hide from Swift.
    private static let leave = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "unshare").map {
        unsafeBitCast($0, to: (@convention(c) (Int32) -> Int32).self)
    }

    private static func raiseLoopback() throws {
        let socket = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(socket) }
        var request = [UInt8](repeating: 0, count: 40)  // struct ifreq: a name of 16 bytes, then flags: IFF_UP
        request.replaceSubrange(0..<2, with: Array("lo".utf8))
        request[16] = 1
        try #require(ioctl(socket, 0x8914, &request) == 0)  // SIOCSIFFLAGS
    }

    @Test func withoutANetworkNothingIsReachableAndAChangeIsTold() throws {
        guard let alone = try Self.alone() else { return }
        #expect(alone.beforehand == [[], [], [], []])
        #expect(alone.wasTold)
        #expect(alone.afterwards == [[.reachable, .isLocalAddress, .isDirect], [], [], []])
    }
}
