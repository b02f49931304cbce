@_exported import CCoreMIDI
@_exported import CoreAudioTypes
// As Apple's module does: `import CoreMIDI` alone brings Data and RunLoop.
@_exported import Foundation

@_exported import typealias AVAudioTypes.CFArray
@_exported import typealias AVAudioTypes.CFData
@_exported import typealias AVAudioTypes.CFDictionary
@_exported import typealias AVAudioTypes.CFString
@_exported import typealias AVAudioTypes.CFTypeRef
