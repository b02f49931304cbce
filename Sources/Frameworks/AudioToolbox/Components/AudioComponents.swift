import AVAudioTypes
import CoreAudioTypes
import Foundation

// The C functions that find components by their codes.

/// Finds the next component that matches a description.
///
/// - Parameters:
///   - inComponent: The component after which to search; nil to search from the first.
///   - inDesc: The codes to match, of which 0 matches any.
/// - Returns: The component; nil after the last.
@discardableResult
public func AudioComponentFindNext(
    _ inComponent: AudioComponent?, _ inDesc: UnsafePointer<AudioComponentDescription>
) -> AudioComponent? {
    ComponentRegistry.shared.next(inComponent, inDesc.pointee)?.handle
}

/// Returns the number of components that match a description.
@discardableResult
public func AudioComponentCount(_ inDesc: UnsafePointer<AudioComponentDescription>) -> UInt32 {
    UInt32(ComponentRegistry.shared.candidates(for: inDesc.pointee).count { inDesc.pointee.fits($0.description) })
}

/// Returns a component's name: manufacturer, colon, name.
///
/// - Returns: -3000 for an invalid component.
@discardableResult
public func AudioComponentCopyName(
    _ inComponent: AudioComponent, _ outName: UnsafeMutablePointer<Unmanaged<CFString>?>
) -> OSStatus {
    guard let component = ComponentRegistry.shared.component(inComponent) else { return UnitError.invalidComponent }
    outName.pointee = Unmanaged.passRetained(component.name as NSString)
    return noErr
}

/// Returns a component's codes.
///
/// - Returns: -3000 for an invalid component.
@discardableResult
public func AudioComponentGetDescription(
    _ inComponent: AudioComponent, _ outDesc: UnsafeMutablePointer<AudioComponentDescription>
) -> OSStatus {
    guard let component = ComponentRegistry.shared.component(inComponent) else { return UnitError.invalidComponent }
    outDesc.pointee = component.description
    return noErr
}

/// Returns a component's version: major, minor and bug fix as 0xMMMMmmbb.
///
/// - Returns: -3000 for an invalid component.
@discardableResult
public func AudioComponentGetVersion(
    _ inComponent: AudioComponent, _ outVersion: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    guard let component = ComponentRegistry.shared.component(inComponent) else { return UnitError.invalidComponent }
    outVersion.pointee = component.version
    return noErr
}
