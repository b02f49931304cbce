import Foundation

// With this, `NSLog("%@", session.currentRoute)` compiles and prints as on iOS: on Linux an object of Foundation is an
// argument of a format only if its class conforms to `CVarArg`.

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
