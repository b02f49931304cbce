@_exported import CCoreMIDI
@_exported import CoreAudioTypes
// As Apple's module does: `import CoreMIDI` alone brings Data and RunLoop.
@_exported import Foundation

@_exported import typealias AVAudioTypes.CFArray
@_exported import typealias AVAudioTypes.CFData
@_exported import func AVAudioTypes.CFDataCreate
@_exported import func AVAudioTypes.CFDataGetBytePtr
@_exported import func AVAudioTypes.CFDataGetBytes
@_exported import func AVAudioTypes.CFDataGetLength
@_exported import typealias AVAudioTypes.CFDictionary
@_exported import func AVAudioTypes.CFDictionaryGetCount
@_exported import typealias AVAudioTypes.CFPropertyList
@_exported import typealias AVAudioTypes.CFString
@_exported import func AVAudioTypes.CFStringGetLength
@_exported import typealias AVAudioTypes.CFTypeRef
@_exported import class CoreFoundation.CFAllocator
@_exported import struct CoreFoundation.CFRange
@_exported import func CoreFoundation.CFRangeMake
@_exported import var CoreFoundation.kCFAllocatorDefault
