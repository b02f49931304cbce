import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoDevice
import SordinoRealtime
import SordinoSession

// System Sound Services: short sounds of the user interface. They belong to no session, stay on the device's own
// loudspeaker while media plays elsewhere, obey the ringer switch, and play one at a time.

/// Makes a sound from a CAF, AIFF or WAVE file with at most 30 seconds of linear PCM or IMA4.
///
/// - Returns: `kAudioServicesSystemSoundExceededMaximumDurationError` for a longer file,
///   `kAudioServicesSystemSoundUnspecifiedError` for one of another type or a missing one.
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

/// Stops a sound and disposes of it.
///
/// - Returns: `kAudioServicesSystemSoundUnspecifiedError` for a number that the program did not get.
@discardableResult
public func AudioServicesDisposeSystemSoundID(_ inSystemSoundID: SystemSoundID) -> OSStatus {
    guard let sound = SystemSounds.shared.remove(inSystemSoundID) else {
        return kAudioServicesSystemSoundUnspecifiedError
    }
    sound.close()
    return kAudioServicesNoError
}

/// Plays a sound, which stops the program's present system sound; vibrates for `kSystemSoundID_Vibrate`.
///
/// A sound of the user interface (`kAudioServicesPropertyIsUISound`) is silent if the desktop's settings turn these
/// off.
public func AudioServicesPlaySystemSound(_ inSystemSoundID: SystemSoundID) {
    SystemSounds.shared.sound(inSystemSoundID)?.play(isAlert: false, nil)
}

/// Plays a sound as an alert: the desktop's settings cannot silence it, and the device vibrates as well.
///
/// There is no vibration without a motor, or if the shell's settings forbid it.
public func AudioServicesPlayAlertSound(_ inSystemSoundID: SystemSoundID) {
    SystemSounds.shakeForAlert(inSystemSoundID)
    SystemSounds.shared.sound(inSystemSoundID)?.play(isAlert: true, nil)
}

/// Plays a sound as `AudioServicesPlaySystemSound` does, and calls a block.
///
/// - Parameter inCompletionBlock: Called once on a secondary thread when the sound has ended, was stopped, or cannot be
///   played.
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
        let boxed = Lent(block)
        return { boxed.value() }
    }
    guard let sound = SystemSounds.shared.sound(id) else {
        let context = AppContext.current
        if let completion { context.system.callbacks.deliver(.secondary, to: context, completion) }
        return
    }
    sound.play(isAlert: isAlert, completion)
}

/// Sets the function that is called each time a sound has ended, was stopped, or cannot be played.
///
/// - Parameters:
///   - inRunLoop: The run loop that calls it; nil for the main loop.
///   - inRunLoopMode: The mode in which it is called; nil for the default mode.
/// - Returns: `kAudioServicesSystemSoundUnspecifiedError` for an unknown sound.
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

/// Removes the completion function of a sound.
public func AudioServicesRemoveSystemSoundCompletion(_ inSystemSoundID: SystemSoundID) {
    SystemSounds.shared.sound(inSystemSoundID)?.setRoutine(nil, nil, on: nil, mode: nil)
}
