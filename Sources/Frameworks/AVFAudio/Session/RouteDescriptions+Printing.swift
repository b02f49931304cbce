import Foundation

// `NSLog("%@", session.currentRoute)` compiles and prints as on iOS: an object of Foundation is no argument of a format on Linux
// unless its class says so.

extension AVAudioSessionRouteDescription: Swift._CVarArgObject {
    /// The text that `%@` prints.
    public var _cVarArgObject: any CVarArg { NSString(string: description) }
    /// The words of the argument; those of its text.
    public var _cVarArgEncoding: [Int] { _cVarArgObject._cVarArgEncoding }
}

extension AVAudioSessionPortDescription: Swift._CVarArgObject {
    /// The text that `%@` prints.
    public var _cVarArgObject: any CVarArg { NSString(string: description) }
    /// The words of the argument; those of its text.
    public var _cVarArgEncoding: [Int] { _cVarArgObject._cVarArgEncoding }
}

extension AVAudioSessionChannelDescription: Swift._CVarArgObject {
    /// The text that `%@` prints.
    public var _cVarArgObject: any CVarArg { NSString(string: description) }
    /// The words of the argument; those of its text.
    public var _cVarArgEncoding: [Int] { _cVarArgObject._cVarArgEncoding }
}
