import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoDevice
import SordinoSession

// System Sound Services: short sounds of the user interface. They belong to no session, stay on the device's own loudspeaker while media
// plays elsewhere, obey the ringer switch, and are heard one at a time.

/// Makes a sound of a file: 30 seconds at most of linear PCM or IMA4 in a CAF, AIFF or WAVE file.
///
/// - Returns: `kAudioServicesSystemSoundExceededMaximumDurationError` for one that is longer, `kAudioServicesSystemSoundUnspecifiedError`
///   for a file of another kind, or none.
@discardableResult
public func AudioServicesCreateSystemSoundID(
    _ inFileURL: CFURL, _ outSystemSoundID: UnsafeMutablePointer<SystemSoundID>
) -> OSStatus {
    guard let path = (inFileURL as URL).isFileURL ? (inFileURL as URL).path : nil else {
        return kAudioServicesSystemSoundUnspecifiedError
    }
    do {
        outSystemSoundID.pointee = SystemSounds.shared.add(
            try SystemSound.open(path), path: path, context: .current)
        return kAudioServicesNoError
    } catch SystemSound.Refusal.tooLong {
        return kAudioServicesSystemSoundExceededMaximumDurationError
    } catch {
        return kAudioServicesSystemSoundUnspecifiedError
    }
}

/// Gives a sound back; it falls silent.
///
/// - Returns: `kAudioServicesSystemSoundUnspecifiedError` for none of the program's.
@discardableResult
public func AudioServicesDisposeSystemSoundID(_ inSystemSoundID: SystemSoundID) -> OSStatus {
    guard let sound = SystemSounds.shared.remove(inSystemSoundID) else {
        return kAudioServicesSystemSoundUnspecifiedError
    }
    sound.close()
    return kAudioServicesNoError
}

/// Plays a sound, in place of the one that is heard; shakes the device for `kSystemSoundID_Vibrate`.
///
/// A sound of the user interface (`kAudioServicesPropertyIsUISound`) is silent where the desktop's settings say so.
public func AudioServicesPlaySystemSound(_ inSystemSoundID: SystemSoundID) {
    SystemSounds.shared.sound(inSystemSoundID)?.play(isAlert: false, nil)
}

/// Plays a sound as an alert: whatever the desktop's settings say of sounds of the user interface, and the device shakes too,
/// where it has a motor and its shell's settings let it.
public func AudioServicesPlayAlertSound(_ inSystemSoundID: SystemSoundID) {
    SystemSounds.shakeForAlert(inSystemSoundID)
    SystemSounds.shared.sound(inSystemSoundID)?.play(isAlert: true, nil)
}

/// Plays a sound as `AudioServicesPlaySystemSound` does, and calls a block.
///
/// - Parameter inCompletionBlock: Called once, on a thread of Sordino's, when the sound has ended, was cut, or cannot be played.
public func AudioServicesPlaySystemSoundWithCompletion(
    _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (() -> Void)?
) { play(inSystemSoundID, isAlert: false, inCompletionBlock) }

/// Plays a sound as `AudioServicesPlayAlertSound` does, and calls a block.
///
/// - Parameter inCompletionBlock: As that of `AudioServicesPlaySystemSoundWithCompletion`.
public func AudioServicesPlayAlertSoundWithCompletion(
    _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (() -> Void)?
) {
    SystemSounds.shakeForAlert(inSystemSoundID)
    play(inSystemSoundID, isAlert: true, inCompletionBlock)
}

private func play(_ id: SystemSoundID, isAlert: Bool, _ block: (() -> Void)?) {
    let completion = block.map { block -> @Sendable () -> Void in
        let boxed = Boxed(block)
        return { boxed.value() }
    }
    guard let sound = SystemSounds.shared.sound(id) else {
        let context = AppContext.current
        if let completion { context.system.callbacks.deliver(.secondary, to: context, completion) }
        return
    }
    sound.play(isAlert: isAlert, completion)
}

/// Calls a function whenever a sound has ended, was cut, or cannot be played, in place of the one that was added before.
///
/// - Parameters:
///   - inRunLoop: Whose thread calls it; nil for the main loop.
///   - inRunLoopMode: When the loop runs in this mode; nil for the default mode.
/// - Returns: `kAudioServicesSystemSoundUnspecifiedError` for no sound.
@discardableResult
public func AudioServicesAddSystemSoundCompletion(
    _ inSystemSoundID: SystemSoundID, _ inRunLoop: CFRunLoop?, _ inRunLoopMode: CFString?,
    _ inCompletionRoutine: @escaping AudioServicesSystemSoundCompletionProc, _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let sound = SystemSounds.shared.sound(inSystemSoundID) else {
        return kAudioServicesSystemSoundUnspecifiedError
    }
    sound.setRoutine(inCompletionRoutine, inClientData, on: inRunLoop, mode: inRunLoopMode)
    return kAudioServicesNoError
}

/// Ends the calls of a function.
public func AudioServicesRemoveSystemSoundCompletion(_ inSystemSoundID: SystemSoundID) {
    SystemSounds.shared.sound(inSystemSoundID)?.setRoutine(nil, nil, on: nil, mode: nil)
}
