/// The route to a host, as the kernel has it.
///
/// Of the flags of connections made on demand (`connectionRequired`, `connectionOnTraffic`, `interventionRequired`,
/// `connectionOnDemand`) none is ever set: on Linux a route exists or does not.
/// Source: Apple, "SCNetworkReachabilityFlags".
public struct SCNetworkReachabilityFlags: OptionSet, Sendable {
    /// The flags as a bit mask.
    public let rawValue: UInt32

    /// Takes bits as they are.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A dial-up link (PPP) carries it.
    public static let transientConnection = SCNetworkReachabilityFlags(rawValue: 1 << 0)
    /// Packets to the host can leave this device.
    public static let reachable = SCNetworkReachabilityFlags(rawValue: 1 << 1)
    /// A connection must be made first.
    public static let connectionRequired = SCNetworkReachabilityFlags(rawValue: 1 << 2)
    /// Traffic makes the connection.
    public static let connectionOnTraffic = SCNetworkReachabilityFlags(rawValue: 1 << 3)
    /// A person must do something to make the connection.
    public static let interventionRequired = SCNetworkReachabilityFlags(rawValue: 1 << 4)
    /// Calls of `CFSocketStream` make the connection.
    public static let connectionOnDemand = SCNetworkReachabilityFlags(rawValue: 1 << 5)
    /// The address is one of this device.
    public static let isLocalAddress = SCNetworkReachabilityFlags(rawValue: 1 << 16)
    /// No gateway lies between: the host is on a network of this device.
    public static let isDirect = SCNetworkReachabilityFlags(rawValue: 1 << 17)
    /// A cellular modem carries it.
    public static let isWWAN = SCNetworkReachabilityFlags(rawValue: 1 << 18)
    /// The same as `connectionOnTraffic`.
    public static let connectionAutomatic = connectionOnTraffic
}
