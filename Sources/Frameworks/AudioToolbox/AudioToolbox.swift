@_exported import CoreAudioTypes

// The names by which clients of the C-style interfaces bridge Foundation's types.
@_exported import typealias AVAudioTypes.CFArray
@_exported import typealias AVAudioTypes.CFData
@_exported import typealias AVAudioTypes.CFDictionary
@_exported import typealias AVAudioTypes.CFMutableDictionary
@_exported import typealias AVAudioTypes.CFNumber
@_exported import typealias AVAudioTypes.CFString
@_exported import typealias AVAudioTypes.CFURL
