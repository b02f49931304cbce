// The C declarations are clients' to see as if they were this module's own.
@_exported import CCoreMedia
@_exported import CoreAudioTypes
@_exported import Foundation

// The names by which clients bridge Foundation's types.
@_exported import typealias AVAudioTypes.CFArray
@_exported import typealias AVAudioTypes.CFData
@_exported import typealias AVAudioTypes.CFDictionary
@_exported import typealias AVAudioTypes.CFIndex
@_exported import typealias AVAudioTypes.CFMutableDictionary
@_exported import typealias AVAudioTypes.CFNumber
@_exported import typealias AVAudioTypes.CFPropertyList
@_exported import typealias AVAudioTypes.CFString
@_exported import typealias AVAudioTypes.CFTypeRef
// Descriptions of sound stand lower, because formats are made of them.
@_exported import typealias AVAudioTypes.CMAudioFormatDescription
@_exported import func AVAudioTypes.CMAudioFormatDescriptionGetChannelLayout
@_exported import func AVAudioTypes.CMAudioFormatDescriptionGetStreamBasicDescription
@_exported import class AVAudioTypes.CMFormatDescription
@_exported import class CoreFoundation.CFAllocator
@_exported import func CoreFoundation.CFAllocatorAllocate
@_exported import func CoreFoundation.CFAllocatorDeallocate
@_exported import struct CoreFoundation.CFRange
@_exported import func CoreFoundation.CFRangeMake
@_exported import var CoreFoundation.kCFAllocatorDefault
@_exported import var CoreFoundation.kCFAllocatorMalloc
@_exported import var CoreFoundation.kCFAllocatorNull
@_exported import var CoreFoundation.kCFAllocatorSystemDefault

/// A number of items.
public typealias CMItemCount = CFIndex

/// The place of an item, from 0.
public typealias CMItemIndex = CFIndex
