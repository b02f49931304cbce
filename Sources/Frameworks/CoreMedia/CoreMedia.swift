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

/// A kind of media, as a four-character code.
public typealias CMMediaType = FourCharCode

/// The media type of sound ("soun").
public var kCMMediaType_Audio: CMMediaType { 0x736F_756E }
/// The media type of moving pictures ("vide").
public var kCMMediaType_Video: CMMediaType { 0x7669_6465 }
/// The media type of text ("text").
public var kCMMediaType_Text: CMMediaType { 0x7465_7874 }
/// The media type of subtitles ("sbtl").
public var kCMMediaType_Subtitle: CMMediaType { 0x7362_746C }
/// The media type of streams that combine several kinds ("muxx").
public var kCMMediaType_Muxed: CMMediaType { 0x6D75_7878 }
/// The media type of timed metadata ("meta").
public var kCMMediaType_Metadata: CMMediaType { 0x6D65_7461 }
/// The media type of time codes ("tmcd").
public var kCMMediaType_TimeCode: CMMediaType { 0x746D_6364 }
/// The media type of closed captions ("clcp").
public var kCMMediaType_ClosedCaption: CMMediaType { 0x636C_6370 }
