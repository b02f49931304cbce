@_exported import CoreAudioTypes
@_exported import Dispatch
// As Apple's module does: `import AudioToolbox` alone brings URL, Data and Thread.
@_exported import Foundation

// The names by which clients of the C-style interfaces bridge Foundation's types.
@_exported import typealias AVAudioTypes.AutoreleasingUnsafeMutablePointer
@_exported import typealias AVAudioTypes.CFArray
@_exported import typealias AVAudioTypes.CFData
@_exported import typealias AVAudioTypes.CFDictionary
@_exported import typealias AVAudioTypes.CFError
@_exported import typealias AVAudioTypes.CFMutableDictionary
@_exported import typealias AVAudioTypes.CFNumber
@_exported import typealias AVAudioTypes.CFString
@_exported import typealias AVAudioTypes.CFTypeRef
@_exported import typealias AVAudioTypes.CFURL
@_exported import typealias AVAudioTypes.NSErrorPointer
