// Clients see the C declarations as if they were part of this module.
@_exported import CAudioToolbox
@_exported import CoreAudioTypes
// As in Apple's module, since sequences, units and players use MIDI endpoints and messages.
@_exported import CoreMIDI
@_exported import Dispatch
// As in Apple's module, where `import AudioToolbox` alone makes URL, Data and Thread available.
@_exported import Foundation

// The names by which clients of the C interfaces bridge Foundation's types.
@_exported import typealias AVAudioTypes.AutoreleasingUnsafeMutablePointer
@_exported import typealias AVAudioTypes.CFArray
@_exported import func AVAudioTypes.CFArrayGetCount
@_exported import func AVAudioTypes.CFArrayGetValueAtIndex
@_exported import typealias AVAudioTypes.CFData
@_exported import typealias AVAudioTypes.CFDictionary
@_exported import typealias AVAudioTypes.CFError
@_exported import typealias AVAudioTypes.CFIndex
@_exported import typealias AVAudioTypes.CFMutableDictionary
@_exported import typealias AVAudioTypes.CFNumber
@_exported import typealias AVAudioTypes.CFPropertyList
@_exported import struct AVAudioTypes.CFRunLoopMode
// The names of run loops.
@_exported import func AVAudioTypes.CFRunLoopPerformBlock
@_exported import func AVAudioTypes.CFRunLoopRunInMode
@_exported import typealias AVAudioTypes.CFString
@_exported import typealias AVAudioTypes.CFTypeRef
@_exported import typealias AVAudioTypes.CFURL
@_exported import typealias AVAudioTypes.NSErrorPointer
@_exported import var AVAudioTypes.kCFRunLoopCommonModes
@_exported import var AVAudioTypes.kCFRunLoopDefaultMode
@_exported import class CoreFoundation.CFRunLoop
@_exported import func CoreFoundation.CFRunLoopGetCurrent
@_exported import func CoreFoundation.CFRunLoopGetMain
@_exported import func CoreFoundation.CFRunLoopIsWaiting
@_exported import func CoreFoundation.CFRunLoopRun
@_exported import enum CoreFoundation.CFRunLoopRunResult
@_exported import func CoreFoundation.CFRunLoopStop
@_exported import func CoreFoundation.CFRunLoopWakeUp
@_exported import typealias CoreFoundation.CFTimeInterval
