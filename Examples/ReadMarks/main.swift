// A file's tags, markers and regions: swift run read-marks FILE

import AVFoundation
import AudioToolbox
import Foundation

/// The reason for the stop.
struct AudioFileError: Error {
    var status: OSStatus
}

func check(_ status: OSStatus) throws {
    if status != noErr { throw AudioFileError(status: status) }
}

/// The bytes of a property; none if the file does not have it.
func bytes(of property: AudioFilePropertyID, in file: AudioFileID) throws -> [UInt8] {
    var (size, isWritable) = (UInt32(0), UInt32(0))
    guard AudioFileGetPropertyInfo(file, property, &size, &isWritable) == noErr, size > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    guard AudioFileGetProperty(file, property, &size, &bytes) == noErr else { return [] }
    return Array(bytes.prefix(Int(size)))
}

/// A frame as minutes and seconds.
func clock(_ frame: Float64, _ sampleRate: Double) -> String {
    let seconds = frame / sampleRate
    return String(format: "%d:%06.3f", Int(seconds) / 60, seconds.truncatingRemainder(dividingBy: 60))
}

guard CommandLine.arguments.count == 2 else {
    FileHandle.standardError.write(Data("usage: read-marks FILE\n".utf8))
    exit(2)
}
let url = URL(fileURLWithPath: CommandLine.arguments[1])
var opened: AudioFileID?
do {
    try check(AudioFileOpenURL(url as CFURL, .readPermission, 0, &opened))
} catch let error as AudioFileError {
    let sentence = NSError(domain: NSOSStatusErrorDomain, code: Int(error.status)).localizedDescription
    FileHandle.standardError.write(Data("read-marks: \(url.lastPathComponent): \(sentence)\n".utf8))
    exit(1)
}
guard let file = opened else { exit(1) }
defer { AudioFileClose(file) }

var format = AudioStreamBasicDescription()
var size = UInt32(MemoryLayout.size(ofValue: format))
try check(AudioFileGetProperty(file, kAudioFilePropertyDataFormat, &size, &format))
var duration = Float64(0)
size = UInt32(MemoryLayout.size(ofValue: duration))
try check(AudioFileGetProperty(file, kAudioFilePropertyEstimatedDuration, &size, &duration))
print("\(url.lastPathComponent): \(clock(duration * format.mSampleRate, format.mSampleRate))")

// Tags.
var dictionary: Unmanaged<CFDictionary>?
size = UInt32(MemoryLayout.size(ofValue: dictionary))
if AudioFileGetProperty(file, kAudioFilePropertyInfoDictionary, &size, &dictionary) == noErr,
    let tags = dictionary?.takeRetainedValue()
{
    let lines = (tags as NSDictionary).map { "  \($0.key): \($0.value)" }
    if !lines.isEmpty { print("tags:\n" + lines.sorted().joined(separator: "\n")) }
}

// Markers: a list whose length is known from its bytes.
try bytes(of: kAudioFilePropertyMarkerList, in: file).withUnsafeBytes { bytes in
    let count = NumBytesToNumAudioFileMarkers(bytes.count)
    guard count > 0, let base = bytes.baseAddress else { return }
    print("markers:")
    let start = MemoryLayout<AudioFileMarkerList>.offset(of: \.mMarkers) ?? 8
    for index in 0..<count {
        let marker = base.loadUnaligned(
            fromByteOffset: start + index * MemoryLayout<AudioFileMarker>.stride, as: AudioFileMarker.self)
        let name = marker.mName?.takeRetainedValue()
        print("  \(clock(marker.mFramePosition, format.mSampleRate)) \(name.map { "\($0)" } ?? "-")")
    }
}

// Regions: each is as long as its markers make it.
var regions = try bytes(of: kAudioFilePropertyRegionList, in: file)
regions.withUnsafeMutableBytes { bytes in
    guard let base = bytes.baseAddress else { return }
    let list = base.assumingMemoryBound(to: AudioFileRegionList.self)
    guard list.pointee.mNumberRegions > 0 else { return }
    print("regions:")
    let start = MemoryLayout<AudioFileRegionList>.offset(of: \.mRegions) ?? 8
    var region = (base + start).assumingMemoryBound(to: AudioFileRegion.self)
    for _ in 0..<list.pointee.mNumberRegions {
        let name = region.pointee.mName.takeRetainedValue()
        let first = (UnsafeMutableRawPointer(region) + (MemoryLayout<AudioFileRegion>.offset(of: \.mMarkers) ?? 24))
            .assumingMemoryBound(to: AudioFileMarker.self)
        let places = (0..<Int(region.pointee.mNumberMarkers)).map {
            clock(first[$0].mFramePosition, format.mSampleRate)
        }
        print("  \(name): \(places.joined(separator: " to "))")
        for index in 0..<Int(region.pointee.mNumberMarkers) { first[index].mName?.release() }
        region = NextAudioFileRegion(region)
    }
}
