import CoreAudioTypes
import Foundation

// Properties of sounds. The specifier is the `SystemSoundID`, each value a `UInt32`.

/// Returns the size of a property's value, and that it can be set.
///
/// - Returns: As `AudioServicesGetProperty`.
@discardableResult
public func AudioServicesGetPropertyInfo(
    _ inPropertyID: AudioServicesPropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeRawPointer?,
    _ outPropertyDataSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
    let place = SoundProperty(inPropertyID, inSpecifierSize, inSpecifier)
    guard place.status == kAudioServicesNoError else { return place.status }
    outPropertyDataSize?.pointee = SoundProperty.byteCount
    outWritable?.pointee = true
    return kAudioServicesNoError
}

/// Reads a property.
///
/// - Parameter ioPropertyDataSize: Bytes of room; afterwards the bytes written.
/// - Returns: `kAudioServicesUnsupportedPropertyError`, `kAudioServicesBadSpecifierSizeError` or
///   `kAudioServicesBadPropertySizeError`; `kAudioServicesSystemSoundUnspecifiedError` for an unknown sound.
@discardableResult
public func AudioServicesGetProperty(
    _ inPropertyID: AudioServicesPropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeRawPointer?,
    _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer?
) -> OSStatus {
    let place = SoundProperty(inPropertyID, inSpecifierSize, inSpecifier)
    guard place.status == kAudioServicesNoError, let value = place.sound?.flag(inPropertyID) else {
        return place.status
    }
    guard ioPropertyDataSize.pointee >= SoundProperty.byteCount, let outPropertyData else {
        return kAudioServicesBadPropertySizeError
    }
    outPropertyData.storeBytes(of: value, as: UInt32.self)
    ioPropertyDataSize.pointee = SoundProperty.byteCount
    return kAudioServicesNoError
}

/// Sets a property.
///
/// - Returns: As `AudioServicesGetProperty`.
@discardableResult
public func AudioServicesSetProperty(
    _ inPropertyID: AudioServicesPropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeRawPointer?,
    _ inPropertyDataSize: UInt32, _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
    let place = SoundProperty(inPropertyID, inSpecifierSize, inSpecifier)
    guard place.status == kAudioServicesNoError else { return place.status }
    guard inPropertyDataSize == SoundProperty.byteCount else { return kAudioServicesBadPropertySizeError }
    place.sound?.setFlag(inPropertyID, inPropertyData.loadUnaligned(as: UInt32.self))
    return kAudioServicesNoError
}

/// A property of the sound whose number is the specifier.
private struct SoundProperty {
    static let byteCount = UInt32(MemoryLayout<UInt32>.size)
    let sound: SystemSound?
    let status: OSStatus

    init(_ id: AudioServicesPropertyID, _ size: UInt32, _ specifier: UnsafeRawPointer?) {
        guard [kAudioServicesPropertyIsUISound, kAudioServicesPropertyCompletePlaybackIfAppDies].contains(id) else {
            (sound, status) = (nil, kAudioServicesUnsupportedPropertyError)
            return
        }
        guard size == UInt32(MemoryLayout<SystemSoundID>.size), let specifier else {
            (sound, status) = (nil, kAudioServicesBadSpecifierSizeError)
            return
        }
        sound = SystemSounds.shared.sound(specifier.loadUnaligned(as: SystemSoundID.self))
        status = sound == nil ? kAudioServicesSystemSoundUnspecifiedError : kAudioServicesNoError
    }
}
