// Written by Tools/constants from the tables of Apple's API. Do not edit.
// swift-format-ignore-file

import AVFAudio
import AudioToolbox
import CoreAudioTypes
import CoreMIDI
import Foundation
import Testing

extension Conformance.Constants {
    #if NEWER_SDK || os(Linux)
    @Test func valuesOfUMPStreamMessageFormat() {
        constant("UMPStreamMessageFormat.complete", UMPStreamMessageFormat.complete, 0)
        constant("UMPStreamMessageFormat.continuing", UMPStreamMessageFormat.continuing, 2)
        constant("UMPStreamMessageFormat.end", UMPStreamMessageFormat.end, 3)
        constant("UMPStreamMessageFormat.start", UMPStreamMessageFormat.start, 1)
    }
    #endif

    #if NEWER_SDK || os(Linux)
    @Test func valuesOfUMPStreamMessageStatus() {
        constant("UMPStreamMessageStatus.deviceIdentityNotification", UMPStreamMessageStatus.deviceIdentityNotification, 2)
        constant("UMPStreamMessageStatus.endOfClip", UMPStreamMessageStatus.endOfClip, 33)
        constant("UMPStreamMessageStatus.endpointDiscovery", UMPStreamMessageStatus.endpointDiscovery, 0)
        constant("UMPStreamMessageStatus.endpointInfoNotification", UMPStreamMessageStatus.endpointInfoNotification, 1)
        constant("UMPStreamMessageStatus.endpointNameNotification", UMPStreamMessageStatus.endpointNameNotification, 3)
        constant("UMPStreamMessageStatus.functionBlockDiscovery", UMPStreamMessageStatus.functionBlockDiscovery, 16)
        constant("UMPStreamMessageStatus.functionBlockInfoNotification", UMPStreamMessageStatus.functionBlockInfoNotification, 17)
        constant("UMPStreamMessageStatus.functionBlockNameNotification", UMPStreamMessageStatus.functionBlockNameNotification, 18)
        constant("UMPStreamMessageStatus.productInstanceIDNotification", UMPStreamMessageStatus.productInstanceIDNotification, 4)
        constant("UMPStreamMessageStatus.startOfClip", UMPStreamMessageStatus.startOfClip, 32)
        constant("UMPStreamMessageStatus.streamConfigurationNotification", UMPStreamMessageStatus.streamConfigurationNotification, 6)
        constant("UMPStreamMessageStatus.streamConfigurationRequest", UMPStreamMessageStatus.streamConfigurationRequest, 5)
    }
    #endif
}
